import type { APIRequestContext } from 'playwright/test';
import { SHELVES } from '../../support/catalogue/shelves.ts';
import { ALL_LOCALES, expect, JOURNEY_LOCALES, test } from '../fixtures.ts';

const PAGE_SIZE = 24;

async function inStock(request: APIRequestContext): Promise<string[]> {
  const { products } = (await (await request.get('/api/stock/?limit=250')).json()) as { products: { slug: string }[] };
  return products.map(({ slug }) => slug);
}

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const title = t('catalogue:allProducts.title');

  test(`paging shows every product in stock once, in the shop's order (${locale})`, async ({ page, request }) => {
    const expected = (await inStock(request)).map((slug) => `${prefix}/product/${slug}`);
    const last = Math.ceil(expected.length / PAGE_SIZE);
    expect(last).toBeGreaterThan(2);
    const seen: (string | null)[] = [];
    await page.goto(`${prefix}/instock`);
    const main = page.getByRole('main');
    const next = page
      .getByRole('navigation', { name: t('pagination.label') })
      .getByRole('link', { name: t('pagination.next'), exact: true });
    for (let number = 1; number <= last; number++) {
      if (number > 1) await next.click();
      await expect(page).toHaveURL(number === 1 ? `${prefix}/instock` : `${prefix}/instock/${number}`);
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(
        main.getByText(
          `${t('catalogue:count', { count: expected.length })}, ` +
            `${t('pagination.pageOf', { page: number, pages: last })}`,
        ),
      ).toBeVisible();
      seen.push(
        ...(await main
          .locator('a[href*="/product/"]')
          .evaluateAll((all) => all.map((link) => link.getAttribute('href')))),
      );
    }
    await expect(next).toHaveCount(0);
    expect(seen).toEqual(expected);
  });

  test(`the paging links name their target by word, number and relation (${locale})`, async ({ page, request }) => {
    const last = Math.ceil((await inStock(request)).length / PAGE_SIZE);
    const paging = page.getByRole('navigation', { name: t('pagination.label') });
    const previous = paging.getByRole('link', { name: t('pagination.previous'), exact: true });
    const next = paging.getByRole('link', { name: t('pagination.next'), exact: true });

    await page.goto(`${prefix}/instock`);
    await expect(previous).toHaveCount(0);
    await expect(page.locator('[rel=prev]')).toHaveCount(0);
    await expect(next).toHaveAttribute('rel', 'next');
    await expect(next).toHaveAttribute('href', `${prefix}/instock/2`);
    await expect(paging.locator('[aria-current=page]')).toHaveAccessibleName(t('pagination.page', { page: 1 }));

    await next.click();
    await expect(previous).toHaveAttribute('rel', 'prev');
    await expect(previous).toHaveAttribute('href', `${prefix}/instock`);
    await expect(next).toHaveAttribute('href', `${prefix}/instock/3`);
    await expect(paging.locator('[aria-current=page]')).toHaveAccessibleName(t('pagination.page', { page: 2 }));
    await expect(page).toHaveTitle(`${title}, ${t('pagination.page', { page: 2 })} · Vitrine`);

    await paging.getByRole('link', { name: t('pagination.page', { page: last }), exact: true }).click();
    await expect(page).toHaveURL(`${prefix}/instock/${last}`);
    await expect(page.locator('[rel=next]')).toHaveCount(0);
    await paging.getByRole('link', { name: t('pagination.page', { page: 1 }), exact: true }).click();
    await expect(page).toHaveURL(`${prefix}/instock`);
  });
}

test('a category shows all its products, including sold-out ones, under its name', async ({ page, request }) => {
  const { products } = (await (await request.get('/api/category/bebidas')).json()) as {
    products: { slug: string; availability: string }[];
  };
  expect(products.map(({ availability }) => availability)).toContain('on_order');
  await page.goto('/de/category/bebidas');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(SHELVES[0]!['de-DE']);
  await expect(
    main.getByText(ALL_LOCALES[1].t('catalogue:count', { count: products.length }), { exact: true }),
  ).toBeVisible();
  const shown = await main
    .locator('a[href*="/product/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(shown).toEqual(products.map(({ slug }) => `/de/product/${slug}`));
});
