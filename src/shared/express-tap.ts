/**
 * A tap on a product page's PayPal link. The review page begins a purchase only after one, because a link of another
 * site must not hold stock. The referrer does not prove it: in Firefox, pages that pass the service worker have none.
 */
const KEY = 'express';

/** Notes for the next page of this tab that the visitor tapped this link. Throws where storage is blocked. */
export function noteExpressTap({ currentTarget }: Event): void {
  sessionStorage[KEY] = (currentTarget as HTMLAnchorElement).href;
}

/** Whether this page was opened by a tap in the shop. Counts once, so that a reload begins nothing. */
export function takeExpressTap(): boolean {
  try {
    const href = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (href === location.href) return true;
  } catch {
    // Storage is blocked.
  }
  return document.referrer.startsWith(`${location.origin}/`);
}
