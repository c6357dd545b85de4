import { clearStored } from '#src/shared/safe-storage.ts';

/** After signing out nothing of the person is left in the browser, the cart included; the consent choice is not the session's. */
export const clearBrowser = (): void => clearStored('cookieConsent');
