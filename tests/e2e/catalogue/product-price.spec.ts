import type { Locator } from 'playwright/test';
import { formatPercent } from '#src/i18n/format.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { expect, JOURNEY_LOCALES, test } from '../fixtures.ts';

const fontSize = (locator: Locator) =>
  locator.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const base = (amount: string, per: string) => t('catalogue:price.base', { amount, per });

  test(`the price is in German format, with VAT, shipping and the price per kilogram (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    const article = page.getByRole('article');
    await expect(article.getByText('4,49 €', { exact: true })).toBeVisible();
    await expect(article.getByText(t('catalogue:price.tax', { shipping: '5,00 €' }))).toBeVisible();
    await expect(article.getByText(base('4,49 €', '1 kg'), { exact: true })).toBeVisible();
    await expect(article.locator('s')).toHaveCount(0);
  });

  test(`a single-use can shows its deposit separately, and EINWEG at least as large as the price, on page and card (${locale})`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/product/${DEMO.can.slug}`);
    const article = page.getByRole('article');
    await expect(article.getByText(t('catalogue:price.deposit', { amount: '0,25 €' }))).toBeVisible();
    await expect(article.getByText(base('5,11 €', '1 l'), { exact: true })).toBeVisible();
    const price = await fontSize(article.getByText('1,79 €', { exact: true }));
    expect(price).toBeGreaterThan(16);
    expect(await fontSize(article.getByText('EINWEG', { exact: true }))).toBeGreaterThanOrEqual(price);

    await page.goto(`${prefix}/category/bebidas`);
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: DEMO.can.name });
    const cardPrice = await fontSize(card.getByText('1,79 €', { exact: true }));
    expect(await fontSize(card.getByText('EINWEG', { exact: true }))).toBeGreaterThanOrEqual(cardPrice);
  });

  test(`a product without a deposit does not mention one (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await expect(page.getByRole('article')).not.toContainText('EINWEG', { useInnerText: true });
  });

  test(`a reduced price strikes through the lowest price of the previous 30 days, and says so (${locale})`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/product/${DEMO.reduced.slug}`);
    const article = page.getByRole('article');
    await expect(article.getByText('3,86 €', { exact: true })).toBeVisible();
    await expect(article.locator('s')).toHaveText(`${t('catalogue:price.was')}: 4,29 €`);
    await expect(article.getByText(t('catalogue:price.best'))).toBeVisible();
    await expect(article.locator('s')).toHaveAttribute('title', t('catalogue:price.was'));
    await expect(article.locator('s')).toHaveCSS('text-decoration-line', 'line-through');
    await expect(article.getByText(t('catalogue:price.off', { percent: formatPercent(10, locale) }))).toBeAttached();
    await expect(article.getByText(base('38,60 €', '1 kg'), { exact: true })).toBeVisible();
  });

  test(`a sold-out product shows a tag instead of every price, and a link to similar ones instead of the button (${locale})`, async ({
    page,
  }) => {
    const others = page.getByRole('article').getByRole('link', { name: t('catalogue:product.seeRelated') });
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await expect(others).toBeHidden();
    await page.goto(`${prefix}/product/${DEMO.beer.slug}`);
    const article = page.getByRole('article');
    await expect(others).toBeVisible();
    await expect(others).toHaveAttribute('href', `${prefix}/category/bebidas`);
    await expect(article.getByRole('button', { name: t('cart:add') })).toBeHidden();
    const tag = article.getByText(t('catalogue:stock.soldOut'), { exact: true });
    await expect(tag).toBeVisible();
    const boxes = { tag: (await tag.boundingBox())!, others: (await others.boundingBox())! };
    expect(boxes.others.y - boxes.tag.y - boxes.tag.height, 'no room is left for a price').toBeLessThan(24);
    await expect(article).not.toContainText('€', { useInnerText: true });
    await expect(page.getByRole('heading', { name: t('catalogue:product.related') })).toBeVisible();
  });

  test(`a set of goods shows no price per quantity (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/product/${DEMO.exempt.slug}`);
    const article = page.getByRole('article');
    await expect(article.getByText('24,90 €', { exact: true })).toBeVisible();
    await expect(article.getByText(/1 (kg|l)$/)).toHaveCount(0);
  });
}
