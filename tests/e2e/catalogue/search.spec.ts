import type { Page } from 'playwright/test';
import { SHELVES } from '../../support/catalogue/shelves.ts';
import { expect, inLanguage, JOURNEY_LOCALES, MATRIX, test } from '../fixtures.ts';

const NONSENSE = 'zzxqjv';
const names = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('heading');

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`the search finds beans by "feijao", shows the count and keeps the term in the box (${locale})`, async ({
    page,
  }) => {
    await page.goto(inLanguage(prefix, '/'));
    await page.getByRole('searchbox').fill('  feijao ');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${prefix}/search/feijao`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      t('catalogue:search.titleTerm', { term: 'feijao' }),
    );
    await expect(page.getByRole('searchbox')).toHaveValue('feijao');
    const found = await names(page).allTextContents();
    const top = found.slice(0, 2).map((name) => name.trim());
    expect(top.toSorted()).toEqual(['Feijão Carioca Tipo 1', 'Feijão Preto Tipo 1']);
    await expect(
      page.getByRole('main').getByText(t('catalogue:found', { count: found.length }), { exact: true }),
    ).toBeVisible();
  });

  test(`a search with one result says "one product" (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(`${prefix}/search/7891991000826`);
    await expect(page.getByRole('main').getByText(t('catalogue:found', { count: 1 }), { exact: true })).toBeVisible();
    await expect(names(page)).toHaveText(['Guaraná Antarctica Lata']);
  });

  test(`an empty term shows everything (${locale})`, async ({ page, request }) => {
    const { count } = (await (await request.get('/api/?limit=1')).json()) as { count: number };
    await page.goto(inLanguage(prefix, '/'));
    await page.getByRole('searchbox').fill('   ');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${prefix}/search`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('catalogue:search.title'));
    await expect(page.getByRole('main').getByText(t('catalogue:found', { count }))).toBeVisible();
    await expect(names(page)).toHaveCount(24);
  });

  test(`a search without results says so, and offers every category (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/search/${NONSENSE}`);
    const main = page.getByRole('main');
    await expect(main.getByText(t('catalogue:search.empty', { term: NONSENSE }))).toBeVisible();
    await expect(main.getByText(t('catalogue:found', { count: 0 }), { exact: true })).toBeVisible();
    await expect(names(page)).toHaveCount(0);
    await expect(main.getByRole('link')).toHaveText(SHELVES.map((shelf) => shelf[locale]));
    await main.getByRole('link').first().click();
    await expect(page).toHaveURL(`${prefix}/category/bebidas`);
  });
}

test('the search box shows a placeholder', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByPlaceholder('Digite sua busca')).toHaveRole('searchbox');
});

test('the search ignores case and accents', async ({ page }) => {
  const found = async (term: string) => {
    await page.goto(`/search/${encodeURIComponent(term)}`);
    return names(page).allTextContents();
  };
  const expected = await found('pão de queijo');
  expect(expected.map((name) => name.trim())).toContain('Mistura para Pão de Queijo');
  // The last one has its accent as a sign of its own, as some keyboards type it.
  for (const term of ['PAO DE QUEIJO', 'Pao de queijo', 'Pa\u0303o De Queijo'])
    expect(await found(term)).toEqual(expected);
});

test('the search finds a name with characters that are reserved in URLs', MATRIX, async ({ page }) => {
  await page.goto('/');
  for (const term of ['Cenoura & Bronze', '#todecacho', '39/40']) {
    await page.getByRole('searchbox').fill(term);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/search/${encodeURIComponent(term)}`);
    await expect(page.getByRole('searchbox')).toHaveValue(term);
    await expect(names(page).first()).toContainText(term);
  }
});
