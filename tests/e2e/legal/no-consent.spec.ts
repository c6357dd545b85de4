import { banner } from '../../support/browser/consent-browser.ts';
import { expect, inLanguage, JOURNEY_LOCALES, test } from '../fixtures.ts';

test.use({ consent: null });

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test(`a shop without consent-based services shows no banner, and the settings say that there is nothing to choose (${locale})`, async ({
    page,
  }) => {
    const later = page.waitForResponse(/\/_astro\/after-load\./);
    await page.goto(inLanguage(prefix, '/'));
    await later;
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await expect(banner(page, t)).toHaveCount(0);
    await page.goto(`${prefix}/cookies-consent`);
    await expect(page.getByText(t('consent:nothing'))).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
    await page.goto(`${prefix}/privacy-policy`);
    await expect(page.getByRole('main')).not.toContainText('Google');
  });
