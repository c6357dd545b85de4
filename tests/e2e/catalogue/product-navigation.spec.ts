import { DEMO } from '../../support/catalogue/demo-products.ts';
import { ALL_LOCALES, expect, inLanguage, JOURNEY_LOCALES, MATRIX, test } from '../fixtures.ts';

const { t: portuguese } = ALL_LOCALES[0];

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`Back returns to the shopper’s previous listing (${locale})`, async ({ page }) => {
    for (const listing of ['/instock/2', '/category/bebidas', '/search/caf%C3%A9', '/']) {
      await page.goto(inLanguage(prefix, listing));
      const product = page.getByRole('main').locator('a[href*="/product/"]').first();
      const address = await product.getAttribute('href');
      await product.click();
      await expect(page).toHaveURL(address!);
      await page
        .getByRole('main')
        .getByRole('link', { name: t('back') })
        .click();
      await expect(page).toHaveURL(inLanguage(prefix, listing));
    }
  });

  test(`Back leads to the product's category for a visitor from another site (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await page
      .getByRole('main')
      .getByRole('link', { name: t('back') })
      .click();
    await expect(page).toHaveURL(`${prefix}/category/graos-e-farinaceos`);
  });

  test(`Back leads to the product's category after a jump inside the page (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(`${prefix}/instock`);
    await page.getByRole('main').locator(`a[href="${prefix}/product/${DEMO.beans.slug}"]`).first().click();
    await expect(page).toHaveURL(`${prefix}/product/${DEMO.beans.slug}`);
    await page.getByRole('link', { name: t('skip') }).press('Enter');
    await expect(page).toHaveURL(`${prefix}/product/${DEMO.beans.slug}#main`);
    await page
      .getByRole('main')
      .getByRole('link', { name: t('back') })
      .click();
    await expect(page).toHaveURL(`${prefix}/category/graos-e-farinaceos`);
  });

  test(`the Home button of a product leads to the home page (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await page
      .getByRole('main')
      .getByRole('link', { name: t('home'), exact: true })
      .click();
    await expect(page).toHaveURL(inLanguage(prefix, '/'));
  });
}

test('a product suggests up to four others of its category that are in stock', async ({ page }) => {
  await page.goto(`/product/${DEMO.can.slug}`);
  const related = page
    .locator('section', { has: page.getByRole('heading', { name: portuguese('catalogue:product.related') }) })
    .getByRole('listitem');
  await expect(related).toHaveCount(4);
  await expect(related.getByText(portuguese('catalogue:stock.soldOut')).filter({ visible: true })).toHaveCount(0);
  await expect(related.filter({ hasText: DEMO.can.name })).toHaveCount(0);
  await related.first().getByRole('link').click();
  await expect(page.getByRole('main').locator('a[href="/category/bebidas"]').first()).toBeVisible();
});
