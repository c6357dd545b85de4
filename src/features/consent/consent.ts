/** The visitor's choice about cookies. Every page loads this file, so it must stay small. */

export const CONSENT_CHOICES = ['all', 'essential', 'statistics', 'marketing'] as const;
export type ConsentChoice = (typeof CONSENT_CHOICES)[number];

/** The choices that a shop offers: only those that it uses. Empty: no consent is needed. */
export function offeredChoices({
  analyticsId,
  asksMarketing,
}: {
  analyticsId: string | undefined;
  asksMarketing: boolean;
}): ConsentChoice[] {
  const own = [...(analyticsId ? (['statistics'] as const) : []), ...(asksMarketing ? (['marketing'] as const) : [])];
  return own.length > 0 ? ['all', 'essential', ...own] : [];
}

/**
 * Version of the words in locales/<lng>/consent.json; recorded with each choice. A test fails when it must be raised.
 */
export const CONSENT_TEXT_VERSION = '2026-11-30';

const CONSENT_KEY = 'cookieConsent';
/**
 * Storage key of the receipt: the choice that the shop recorded last and its number, separated by a space. While the
 * request is pending: `-`, the number, and the version of the text that the visitor read.
 */
export const RECEIPT_KEY = 'cookieConsentReceipt';

const CHANGE = 'vitrine:consent';

/** undefined: no choice yet, or storage is blocked. */
export function readConsent(): ConsentChoice | undefined {
  try {
    return CONSENT_CHOICES.find((choice) => choice === localStorage.getItem(CONSENT_KEY));
  } catch {
    return undefined;
  }
}

/** Calls `start` once the page is visible, because a prerendered page may never be shown. */
export function whenShown(start: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', start, { once: true });
  else start();
}

export const allowsStatistics = (choice: ConsentChoice | undefined): boolean =>
  choice === 'all' || choice === 'statistics';

function removeConsent(): void {
  try {
    localStorage.removeItem(CONSENT_KEY);
  } catch {
    // Storage is blocked, so no choice is stored.
  }
}

/** Stores a choice in this browser. */
export function storeConsent(choice: ConsentChoice): void {
  try {
    localStorage.setItem(CONSENT_KEY, choice);
  } catch {
    // Storage is blocked or full. The choice counts on this page only; the next page must ask again instead of using an
    // older choice.
    removeConsent();
  }
  dispatchEvent(new CustomEvent(CHANGE, { detail: choice }));
}

/**
 * Calls the listener with each new choice: made here, in another tab, or while this page was in the back-forward cache.
 */
export function onConsent(listener: (choice: ConsentChoice | undefined) => void): void {
  for (const event of [CHANGE, 'storage', 'pageshow'])
    addEventListener(event, (fired) =>
      listener(fired instanceof CustomEvent ? (fired.detail as ConsentChoice) : readConsent()),
    );
}
