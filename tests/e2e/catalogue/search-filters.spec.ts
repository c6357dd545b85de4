import type { Page } from 'playwright/test';
import { expect, JOURNEY_LOCALES, MATRIX, PHONE, test } from '../fixtures.ts';

const names = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('heading');
const shown = async (page: Page) => (await names(page).allTextContents()).map((name) => name.trim());

test.use({ javaScriptEnabled: false });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const found = (page: Page, count: number) =>
    expect(page.getByRole('main').getByText(new RegExp(`^${t('catalogue:found', { count })}(,|$)`))).toBeVisible();
  const filter = (page: Page, label: string) =>
    page.getByRole('main').getByRole('link', { name: new RegExp(`^${label} \\d+$`) });
  const removal = (page: Page, label: string) =>
    page.getByRole('main').getByRole('link', { name: t('catalogue:search.remove', { filter: label }) });

  test(`filters narrow a search, appear in the address and can be removed one by one (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/search/mate`);
    const all = await shown(page);
    const brand = 'Matte Leão';
    await filter(page, brand).click();
    await expect(page).toHaveURL(`${prefix}/search/mate?brand=matte-leao`);
    await expect(names(page)).toHaveText(['Chá Mate Tostado a Granel']);
    await found(page, 1);
    const inStock = t('catalogue:search.inStock');
    await filter(page, inStock).click();
    await expect(page).toHaveURL(`${prefix}/search/mate?brand=matte-leao&stock=in`);
    await removal(page, brand).click();
    await expect(page).toHaveURL(`${prefix}/search/mate?stock=in`);
    await removal(page, inStock).click();
    await expect(page).toHaveURL(`${prefix}/search/mate`);
    expect(await shown(page)).toEqual(all);
  });

  test(
    `the filters and sort orders of a list lead to the same list on the search page (${locale})`,
    MATRIX,
    async ({ page }) => {
      await page.goto(`${prefix}/category/bebidas`);
      const all = await shown(page);
      await filter(page, 'Pilão').click();
      await expect(page).toHaveURL(`${prefix}/search?category=bebidas&brand=pilao`);
      expect(all).toEqual(expect.arrayContaining(await shown(page)));
      await page.goto(`${prefix}/groups/food`);
      const inGroup = t('catalogue:search.priceBetween', { low: 5, high: 10 });
      await page.getByRole('main').getByRole('link', { name: inGroup, exact: true }).click();
      await expect(page).toHaveURL(`${prefix}/search?group=food&price=5-10`);
      await expect(names(page).first()).toBeVisible();
      await removal(page, t('catalogue:groups.food.label')).click();
      await expect(page).toHaveURL(`${prefix}/search?price=5-10`);
      await page.goto(`${prefix}/offers`);
      await page
        .getByRole('main')
        .getByRole('link', { name: t('catalogue:search.sort.priceAsc') })
        .click();
      await expect(page).toHaveURL(`${prefix}/search?offers=1&sort=price-asc`);
      await expect(names(page).first()).toBeVisible();
    },
  );

  test(
    `several brands can be combined, appear in the address and can be removed one by one (${locale})`,
    MATRIX,
    async ({ page }) => {
      await page.goto(`${prefix}/search/mandioca`);
      await filter(page, 'Yoki').click();
      const one = await shown(page);
      await filter(page, 'Amafil').click();
      await expect(page).toHaveURL(`${prefix}/search/mandioca?brand=amafil&brand=yoki`);
      const both = await shown(page);
      expect(both).toEqual(expect.arrayContaining(one));
      expect(both.length).toBeGreaterThan(one.length);
      await removal(page, 'Yoki').click();
      await expect(page).toHaveURL(`${prefix}/search/mandioca?brand=amafil`);
      expect(await shown(page)).toEqual(both.filter((name) => !one.includes(name)));
    },
  );

  test(`the number beside a filter is the number of products it shows (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(`${prefix}/search/oleo`);
    for (const label of [t('catalogue:search.inStock'), t('catalogue:search.priceBetween', { low: 5, high: 10 })]) {
      const link = filter(page, label);
      const count = Number(/\d+$/.exec((await link.innerText()).trim())?.[0]);
      await link.click();
      await found(page, count);
      await page.goBack();
    }
  });

  test(`all filters can be removed at once (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(`${prefix}/search/mate?brand=matte-leao&stock=in&sort=name`);
    await page.getByRole('link', { name: t('catalogue:search.clear') }).click();
    await expect(page).toHaveURL(`${prefix}/search/mate?sort=name`);
  });

  test(`sorting by name and price continues across the pages (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(`${prefix}/search`);
    await page
      .getByRole('navigation', { name: t('catalogue:search.sort.label') })
      .getByRole('link', { name: t('catalogue:search.sort.name') })
      .click();
    await expect(page).toHaveURL(`${prefix}/search?sort=name`);
    const first = await page.locator('.card').first().textContent();
    await page.getByRole('link', { name: t('pagination.next'), exact: true }).click();
    await expect(page).toHaveURL(`${prefix}/search?sort=name&page=2`);
    expect(await page.locator('.card').first().textContent()).not.toBe(first);
    await page.getByRole('link', { name: t('catalogue:search.sort.priceAsc') }).click();
    await expect(page).toHaveURL(`${prefix}/search?sort=price-asc`);
    const prices = await page.locator('.card .price-now strong').allTextContents();
    const cents = prices.map((price) => Number(price.replace(/\D/g, '')));
    expect(cents.length).toBeGreaterThan(10);
    expect(cents).toEqual(cents.toSorted((a, b) => a - b));
  });

  test(
    `a filtered address can be shared, also with a reader of another language (${locale})`,
    MATRIX,
    async ({ page, browser, baseURL }) => {
      const address = `${prefix}/search/oleo?category=oleos-e-azeites&price=5-10&sort=price-desc`;
      await page.goto(address);
      const mine = await shown(page);
      expect(mine.length).toBeGreaterThan(1);
      const other = await browser.newPage({ baseURL });
      await other.goto(address);
      expect(await shown(other)).toEqual(mine);
      await other.getByRole('banner').getByRole('link', { name: 'English (US)' }).click();
      await expect(other).toHaveURL('/en/search/oleo?category=oleos-e-azeites&price=5-10&sort=price-desc');
      expect(await shown(other)).toEqual(mine);
      await other.close();
    },
  );

  test(`filters without results say so and can be removed (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(`${prefix}/search/mate?brand=skala`);
    await expect(page.getByText(t('catalogue:search.emptyFiltered'))).toBeVisible();
    await found(page, 0);
    await removal(page, 'Skala').click();
    await expect(page).toHaveURL(`${prefix}/search/mate`);
    await expect(names(page).first()).toBeVisible();
  });

  test(`similar products are suggested when nothing is found (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/search/feijao%20preto%20xilofone`);
    await found(page, 0);
    await expect(page.getByRole('heading', { level: 2, name: t('catalogue:search.near') })).toBeVisible();
    await expect(names(page).first()).toHaveText('Feijão Preto Tipo 1');
  });

  test.describe('the filters on a phone', () => {
    test.use(PHONE);

    test(`are behind a button that shows how many are set (${locale})`, async ({ page }) => {
      await page.goto(`${prefix}/search/mate`);
      const link = filter(page, 'Matte Leão');
      await expect(link).toBeHidden();
      await page.getByText(t('catalogue:search.filters'), { exact: true }).tap();
      await link.tap();
      await expect(page).toHaveURL(`${prefix}/search/mate?brand=matte-leao`);
      await expect(page.getByText(`${t('catalogue:search.filters')} (1)`, { exact: true })).toBeVisible();
    });
  });
}
