/** What code outside React knows of the cart: where it is stored, and when it changed. Weighs next to nothing on purpose. */

export const CART_KEY = 'cart';
export const TOTAL_KEY = 'totalQuantityHeader';

const CHANGE = 'vitrine:cart';

/** Says how many units there are now: where storage is blocked or full, nothing else tells. */
export const announceCartChange = (units: number): boolean => dispatchEvent(new CustomEvent<number>(CHANGE, { detail: units }));

/** Calls back when the cart changed: here, in another tab, or while this page lay in the back-forward cache. */
export function onCartChange(listener: (event: Event) => void): void {
  for (const event of [CHANGE, 'storage', 'pageshow']) addEventListener(event, listener);
}

/** Whether storage holds a cart with something in it. */
export function hasStoredCart(): boolean {
  try {
    return (localStorage.getItem(CART_KEY) ?? '[]').length > '[]'.length;
  } catch {
    return false; // storage is blocked
  }
}
