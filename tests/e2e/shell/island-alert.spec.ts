import { alertArea } from '../../support/cart-browser.ts';
import { expect, JOURNEY_LOCALES, test } from '../fixtures.ts';

test.use({ losesScripts: true });

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  for (const [form, path] of [
    ['LoginForm', '/login'],
    ['ContactForm', '/contact'],
    ['WithdrawalForm', '/withdrawal'],
    ['CheckoutReturn', '/checkout/return'],
  ] as const)
    test(`where the code of ${form} does not arrive, the page says so (${locale})`, async ({ page }) => {
      await page.route(`**/_astro/${form}.*`, (route) => route.abort());
      await page.goto(prefix + path);
      await expect(alertArea(page)).toHaveText(t('errors:network_error'));
    });
