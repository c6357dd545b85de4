/** The cart where it is kept, for scripts with and without nanostores; weighs little on purpose. */
import { readStored, writeStored } from '#src/shared/safe-storage.ts';
import { parseCart, totalQuantity, type Cart } from './cart.ts';

const CART_KEY = 'cart';
const TOTAL_KEY = 'totalQuantityHeader';
const CHANGE = 'vitrine:cart';

export const readCart = (): Cart => parseCart(readStored(CART_KEY) ?? '[]');

/** Keeps the cart; other tabs hear of it by themselves. */
export function writeCart(cart: Cart): void {
  writeStored(CART_KEY, JSON.stringify(cart));
  writeStored(TOTAL_KEY, String(totalQuantity(cart)));
  announceChange();
}

/** Tells every script of this page that the cart, or what it can hold, is another one. */
export const announceChange = (): boolean => dispatchEvent(new Event(CHANGE));

/** Calls back when the cart may have changed: here, in another tab, or while this page lay in the back-forward cache. */
export function onCartChange(listener: () => void): void {
  for (const event of [CHANGE, 'storage', 'pageshow']) addEventListener(event, listener);
}
