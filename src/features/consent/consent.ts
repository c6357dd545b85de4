/** What every page knows of the visitor's choice. Weighs next to nothing on purpose. */

export const CONSENT_CHOICES = ['all', 'essential', 'statistics', 'marketing'] as const;
export type ConsentChoice = (typeof CONSENT_CHOICES)[number];

/** Of the words in locales/<lng>/consent.json; recorded with each choice. A test tells when it must be raised. */
export const CONSENT_TEXT_VERSION = '2026-11-22';

const CONSENT_KEY = 'cookieConsent';
/**
 * The choice that the shop recorded last and the number it has there, with a space between them. While a record is under
 * way: `-`, the number, and the version of the text that was read.
 */
export const RECEIPT_KEY = 'cookieConsentReceipt';

const CHANGE = 'vitrine:consent';

/** undefined: nobody has chosen yet, or storage is blocked. */
export function readConsent(): ConsentChoice | undefined {
  try {
    return CONSENT_CHOICES.find((choice) => choice === localStorage.getItem(CONSENT_KEY));
  } catch {
    return undefined;
  }
}

/** Calls back once the page is really shown: one that the browser prepares ahead may never be. */
export function whenShown(start: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', start, { once: true });
  else start();
}

export const allowsStatistics = (choice: ConsentChoice | undefined): boolean => choice === 'all' || choice === 'statistics';

function forgetConsent(): void {
  try {
    localStorage.removeItem(CONSENT_KEY);
  } catch {
    // blocked: there is none
  }
}

/** Keeps a choice in this browser. */
export function keepConsent(choice: ConsentChoice): void {
  try {
    localStorage.setItem(CONSENT_KEY, choice);
  } catch {
    // Storage is blocked or full: it counts as long as the page lives, and the next one asks again instead of going by an older choice.
    forgetConsent();
  }
  dispatchEvent(new CustomEvent(CHANGE, { detail: choice }));
}

/** Calls back with the choice when it was made: here, in another tab, or while this page lay in the back-forward cache. */
export function onConsent(listener: (choice: ConsentChoice | undefined) => void): void {
  for (const event of [CHANGE, 'storage', 'pageshow'])
    addEventListener(event, (fired) => listener(fired instanceof CustomEvent ? (fired.detail as ConsentChoice) : readConsent()));
}
