import { clearStored } from '#src/shared/safe-storage.ts';

/**
 * Signing out removes all data of the person from the browser, the cart included. The consent choice and the shopping
 * lists stay, because they belong to the browser: no account has a copy of a list.
 */
export const clearBrowser = (): void => clearStored('cookieConsent', 'lists');
