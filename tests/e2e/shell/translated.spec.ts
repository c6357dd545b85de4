import { LOCALES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { addButton, expectInCart } from '../../support/browser/cart-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { banner, recordedChoice } from '../../support/browser/consent-browser.ts';
import { test as consentTest } from '../consent/consent-fixture.ts';
import { expect, test } from '../fixtures.ts';

consentTest('a page that the browser translates works in its original language', async ({ page }) => {
  const t = translator('de-DE');
  // Simulates Chrome's translation, before later scripts run.
  await page.addInitScript(() => addEventListener('DOMContentLoaded', () => (document.documentElement.lang = 'zh-CN')));
  await page.goto(LOCALES['de-DE'].prefix);
  await expect(banner(page, t)).toBeVisible();
  await page.getByRole('searchbox').fill('feijao');
  await expect(page.getByRole('option').first()).toHaveAttribute('href', /^\/de\/product\//);
  await page.getByRole('combobox').press('Escape');
  const recorded = recordedChoice(page);
  const only = banner(page, t).getByRole('button', { name: t('consent:banner.only') });
  await only.evaluate((button) => (button.innerHTML = `<font><font>${button.textContent}</font></font>`));
  await only.locator('font font').click();
  expect((await recorded).languageLocale).toBe('de-DE');
});

test('the add control counts on a page that the browser translates', async ({ page }) => {
  const t = translator('de-DE');
  await page.addInitScript(() => addEventListener('DOMContentLoaded', () => (document.documentElement.lang = 'zh-CN')));
  await page.goto(`${LOCALES['de-DE'].prefix}/product/${DEMO.beans.slug}`);
  const button = addButton(page, t, DEMO.beans.name);
  await button.evaluate((element) => {
    element.lastChild!.replaceWith(document.createElement('font'));
    element.lastElementChild!.innerHTML = `<font>${element.textContent}</font>`;
  });
  await button.click();
  await button.click();
  await expectInCart(page, t, DEMO.beans.name, 2);
});
