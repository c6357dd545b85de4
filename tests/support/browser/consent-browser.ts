import type { Page } from 'playwright/test';
import type { Translate } from '#src/i18n/translate.ts';

export const banner = (page: Page, t: Translate) => page.getByRole('region', { name: t('consent:banner.title') });

export const storedConsent = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('cookieConsent'));

export const storedReceipt = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('cookieConsentReceipt'));

/** Waits for the answer to the next recorded choice. */
export const recordedChoice = async (page: Page) => {
  const response = await page.waitForResponse((answer) => answer.url().endsWith('/api/consent/'));
  return {
    status: response.status(),
    ...(response.request().postDataJSON() as {
      choice: string;
      version: string;
      languageLocale: string;
      receipt?: string;
    }),
  };
};
