import { GROUP_PAGES } from '#src/features/catalogue/category-group.ts';
import { SHELVES } from '../../support/catalogue/shelves.ts';
import { ALL_LOCALES, expect, inLanguage, MATRIX, test } from '../fixtures.ts';

test.use({ opensMissingPages: true });

const ADDRESSES = {
  'pt-BR': [
    '/nao-existe',
    '/product/nao-existe',
    '/category/nao-existe',
    '/instock/0',
    // The shop does not have this language, so the default language answers.
    '/fr/search/feijao',
    '/fr',
    '/deutsch',
  ],
  'de-DE': ['/de/gibt-es-nicht', '/de/product/gibt-es-nicht', '/de/category/gibt-es-nicht'],
  'en-US': ['/en/nope', '/en/product/nope/nope'],
} as const;

for (const { locale, prefix, t } of ALL_LOCALES) {
  test(`a missing page answers 404 in ${locale}`, async ({ page }) => {
    for (const path of ADDRESSES[locale]) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('notFound.title'));
      await expect(page).toHaveTitle(`${t('notFound.title')} · Vitrine`);
      // Search engines must not list an address that does not exist.
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      await expect(page.locator('link[rel=canonical], link[rel=alternate]')).toHaveCount(0);
      await page
        .getByRole('main')
        .getByRole('link', { name: t('notFound.home') })
        .click();
      await expect(page).toHaveURL(inLanguage(prefix, '/'));
    }
  });
}

test('the 404 page offers the search, every group and every category', async ({ page }) => {
  await page.goto('/de/gibt-es-nicht');
  const main = page.getByRole('main');
  for (const group of GROUP_PAGES)
    await expect(
      main.getByRole('link', { name: ALL_LOCALES[1].t(`catalogue:groups.${group}.label`), exact: true }),
    ).toHaveAttribute('href', `/de/groups/${group}`);
  for (const shelf of SHELVES)
    await expect(main.getByRole('link', { name: shelf['de-DE'], exact: true })).toBeVisible();
  await main.getByRole('searchbox').fill('Guaraná');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/de/search/Guaran%C3%A1');
});

test('the flags of the 404 page lead to the home page in that language', MATRIX, async ({ page }) => {
  for (const [flag, home] of [
    ['Deutsch', '/de'],
    ['English (US)', '/en'],
    ['Português (Brasil)', '/'],
  ] as const) {
    await page.goto('/en/nope');
    await page.getByRole('banner').getByRole('link', { name: flag }).click();
    await expect(page).toHaveURL(home);
  }
});
