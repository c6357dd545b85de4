import type { Page } from 'playwright/test';
import type { Translate } from '#src/i18n/translate.ts';
import { expect, JOURNEY_LOCALES, MATRIX, test } from '../fixtures.ts';

test.use({ losesScripts: true });

/** The alert of a missing island. The form has another alert of its own. */
const alertOf = (page: Page, t: Translate) => page.getByRole('alert').filter({ hasText: t('notLoaded') });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`when the code of a form fails to load, an alert replaces it, which reloads the page (${locale})`, async ({
    page,
  }) => {
    for (const [form, path] of [
      ['ContactForm', '/contact'],
      ['WithdrawalForm', '/withdrawal'],
      ['CheckoutReturn', '/checkout/return'],
      ['LoginForm', '/login'],
    ] as const) {
      await page.route(`**/_astro/${form}.*`, (route) => route.abort());
      await page.goto(prefix + path);
      await expect(alertOf(page, t), form).toBeVisible();
    }
    await page.unrouteAll();
    await alertOf(page, t)
      .getByRole('link', { name: t('reload') })
      .click();
    await expect(page.locator('astro-island:not([ssr])').first()).toBeAttached();
    await expect(alertOf(page, t)).toHaveCount(0);
  });

  test(`submitting a form whose code failed to load leads to the alert (${locale})`, MATRIX, async ({ page }) => {
    await page.route('**/_astro/RegisterForm.*', (route) => route.abort());
    await page.goto(`${prefix}/register`);
    const reload = alertOf(page, t).getByRole('link', { name: t('reload') });
    await expect(reload).toBeVisible();
    await page.getByRole('button', { name: t('account:register.submit') }).evaluate((button) => {
      (button as HTMLButtonElement).form!.noValidate = true;
      (button as HTMLButtonElement).click();
    });
    await expect(reload).toBeFocused();
    await expect(reload).toBeInViewport();
  });

  test(`a cart whose code fails to load shows its lines and an alert (${locale})`, async ({ page }) => {
    await page.addInitScript(() =>
      localStorage.setItem('cart', JSON.stringify([{ productId: 1, quantityInCart: 2, addedPrice: 4.49 }])),
    );
    await page.route('**/_astro/CheckoutCart.*', (route) => route.abort());
    await page.goto(`${prefix}/cart`);
    await expect(alertOf(page, t)).toBeInViewport();
    await expect(page.getByRole('main').getByRole('listitem')).toContainText('8,98 €');
  });
}
