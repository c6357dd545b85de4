import { SHELVES } from '../../support/catalogue/shelves.ts';
import { ALL_LOCALES, expect, inLanguage, JOURNEY_LOCALES, MATRIX, PHONE, test } from '../fixtures.ts';

test.use({ javaScriptEnabled: false });

const { t } = ALL_LOCALES[0];
const slide = (number: number) => t('carousel.slide', { number, total: 7 });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const shelf = SHELVES.find(({ slug }) => slug === 'cuidados-faciais')![locale];

  test(`pages show no buy button, and say once that buying needs JavaScript (${locale})`, async ({ page }) => {
    for (const path of [
      '/',
      '/category/bebidas',
      '/instock',
      '/search/feij%C3%A3o',
      '/product/guarana-antarctica-lata',
      '/cart',
    ]) {
      await page.goto(inLanguage(prefix, path));
      const explained = page.locator('noscript p', { hasText: t('noScript') });
      await expect(explained, path).toHaveCount(1);
      await expect(explained, path).toBeVisible();
      await expect(page.getByRole('main').getByRole('button', { name: t('cart:add') }), path).toHaveCount(0);
    }
  });

  test(`the dropdowns open without JavaScript (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(inLanguage(prefix, '/'));
    const navigation = page.getByRole('navigation', { name: t('nav.label') });
    await navigation.getByText(t('nav.care'), { exact: true }).click();
    await navigation.getByRole('link', { name: shelf }).click();
    await expect(page).toHaveURL(`${prefix}/category/cuidados-faciais`);
  });

  test(`the search form works without JavaScript (${locale})`, async ({ page }) => {
    await page.goto(inLanguage(prefix, '/'));
    await page.getByRole('searchbox').fill('pão de queijo');
    await page.getByRole('button', { name: t('search.submit'), exact: true }).click();
    await expect(page).toHaveURL(`${prefix}/search/p%C3%A3o%20de%20queijo`);
    await expect(page.getByRole('main').getByRole('link', { name: 'Mistura para Pão de Queijo' })).toBeVisible();
  });

  test(`paging works without JavaScript (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(`${prefix}/instock`);
    await page.getByRole('link', { name: t('pagination.next'), exact: true }).click();
    await expect(page).toHaveURL(`${prefix}/instock/2`);
  });

  test(`a product's Back button leads to its category without JavaScript (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/product/guarana-antarctica-lata`);
    await page
      .getByRole('main')
      .getByRole('link', { name: t('back') })
      .click();
    await expect(page).toHaveURL(`${prefix}/category/bebidas`);
  });
}

test('the flags work without JavaScript', MATRIX, async ({ page }) => {
  await page.goto('/category/bebidas');
  await page.getByRole('banner').getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL('/de/category/bebidas');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(SHELVES[0]!['de-DE']);
});

test(
  'the carousel scrolls from slide to slide without JavaScript, and shows no buttons that need it',
  MATRIX,
  async ({ page }) => {
    await page.goto('/');
    const carousel = page.getByRole('region', { name: t('carousel.label') });
    await expect(carousel.getByRole('button')).toHaveCount(0);
    await expect(carousel.getByRole('listitem', { name: slide(1) })).toBeInViewport({ ratio: 0.9 });
    await carousel.getByRole('listitem', { name: slide(1) }).hover();
    await page.mouse.wheel(1000, 0);
    await expect(carousel.getByRole('listitem', { name: slide(2) })).toBeInViewport({ ratio: 0.9 });
  },
);

test.describe('on a phone', () => {
  test.use(PHONE);

  test('the Menu opens and leads to a category without JavaScript', async ({ page }) => {
    await page.goto('/');
    const navigation = page.getByRole('navigation', { name: t('nav.label') });
    await page.getByRole('button', { name: t('nav.menu') }).tap();
    await navigation.getByText(t('nav.food'), { exact: true }).tap();
    await navigation.getByRole('link', { name: SHELVES.find(({ slug }) => slug === 'utensilios')!['pt-BR'] }).tap();
    await expect(page).toHaveURL('/category/utensilios');
  });
});
