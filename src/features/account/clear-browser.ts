import { clearStored } from '#src/shared/safe-storage.ts';

/**
 * Signing out removes all data of the person from the browser, the cart included. The consent choice stays, because it
 * belongs to the browser.
 */
export const clearBrowser = (): void => clearStored('cookieConsent');
