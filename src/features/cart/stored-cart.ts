/** The cart where it is kept, for scripts with and without nanostores; weighs little on purpose. */
import { isKept, readStored, writeStored } from '#src/shared/safe-storage.ts';
import { announceChange } from './cart-change.ts';
import { parseCart, totalQuantity, type Cart } from './cart.ts';

const CART_KEY = 'cart';
const TOTAL_KEY = 'totalQuantityHeader';

export const readCart = (): Cart => parseCart(readStored(CART_KEY) ?? '[]');

/** Whether the next page will show it. */
export const isCartKept = (): boolean => isKept(CART_KEY);

/** Keeps the cart; other tabs hear of it by themselves. */
export function writeCart(cart: Cart): void {
  writeStored(CART_KEY, JSON.stringify(cart));
  writeStored(TOTAL_KEY, String(totalQuantity(cart)));
  announceChange();
}
