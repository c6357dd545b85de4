/** Reads and writes the stored cart. Small on purpose: every page’s inline script contains it. */
import { isKept, readStored, writeStored } from '#src/shared/safe-storage.ts';
import { announceChange } from './cart-change.ts';
import { parseCart, totalQuantity, type Cart } from './cart.ts';

const CART_KEY = 'cart';
const TOTAL_KEY = 'totalQuantityHeader';
/**
 * Names of the products that have reached their maximum, each after a line break: the inline script knows no other
 * names.
 */
export const AT_LIMIT_KEY = 'cartAtLimit';

export const readCart = (): Cart => parseCart(readStored(CART_KEY) ?? '[]');

/** Whether the browser stored the cart, so that the next page shows it too. */
export const isCartStored = (): boolean => isKept(CART_KEY);

/** Stores the cart. The browser itself sends the event to other tabs. */
export function writeCart(cart: Cart): void {
  writeStored(CART_KEY, JSON.stringify(cart));
  writeStored(TOTAL_KEY, String(totalQuantity(cart)));
  announceChange();
}
