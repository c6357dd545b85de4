import { GROUP_PAGES } from '#src/features/catalogue/category-group.ts';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { expect, inLanguage, JOURNEY_LOCALES, test } from '../fixtures.ts';

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`the footer links to groups, languages and contact, says how to pay, and shows the current year (${locale})`, async ({
    page,
  }) => {
    await page.clock.setFixedTime('2031-06-01T12:00:00Z');
    await page.goto(inLanguage(prefix, '/'));
    await page.mouse.wheel(0, 400);
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('© 2031 Vitrine');
    const links = [
      ...GROUP_PAGES.map((group) => t(`catalogue:groups.${group}.label`)),
      ...LOCALE_CODES.map((code) => LOCALES[code].label),
      t('legal:footer.contact'),
    ];
    for (const name of links) await expect(footer.getByRole('link', { name, exact: true })).toBeVisible();
    // The shop has no account for transfers.
    await expect(footer).toContainText(t('catalogue:home.payment', { ways: 'PayPal' }));
  });

  test(`a link opens the next page at its top (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/instock`);
    const links = page.getByRole('contentinfo').getByRole('link', { name: t('legal:footer.impressum') });
    await links.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
    await links.click();
    await expect(page).toHaveURL(`${prefix}/impressum`);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test(`the header has the cart, the languages, the account and the search on every type of page (${locale})`, async ({
    page,
  }) => {
    for (const path of [
      '/',
      '/instock',
      '/category/bebidas',
      `/product/${DEMO.can.slug}`,
      '/cart',
      '/contact',
      '/impressum',
    ]) {
      await page.goto(inLanguage(prefix, path));
      const header = page.getByRole('banner');
      await expect(header.getByRole('link', { name: t('cart:badge.empty') })).toBeVisible();
      await expect(header.getByRole('searchbox', { name: t('search.label') })).toBeVisible();
      await expect(header.getByRole('list', { name: t('languages') }).getByRole('link')).toHaveCount(3);
      await expect(header.getByRole('link', { name: t('account:menu.signIn') })).toBeVisible();
    }
  });
}

test('at 768 px the header has room for four languages', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/de/instock');
  await page
    .locator('.header-flags li')
    .first()
    .evaluate((flag) => flag.after(flag.cloneNode(true)));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768);
  const row = await page.locator('.header-row').evaluate((element) => element.scrollWidth <= element.clientWidth);
  expect(row).toBe(true);
});
