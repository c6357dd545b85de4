const CHANGE = 'vitrine:cart';

/** Tells every script of this page that the cart or the stock shown changed. */
export const announceChange = (): boolean => dispatchEvent(new Event(CHANGE));

/**
 * Calls back when the cart may have changed: here, in another tab, or while this page lay in the back-forward cache.
 */
export function onCartChange(listener: () => void): void {
  for (const event of [CHANGE, 'storage', 'pageshow']) addEventListener(event, listener);
}
