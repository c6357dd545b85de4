import { GROUP_PAGES } from '#src/features/catalogue/category-group.ts';
import { ALL_LOCALES, expect, inLanguage, JOURNEY_LOCALES, MATRIX, PHONE, test } from '../fixtures.ts';

test.use({ pictures: true });

const BRANDS = ['Guaraná Antarctica', 'Yoki', 'Granado', 'Pilão', 'Natura', 'Skala', 'Amafil'];

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`the home page shows three promises, and 24 products in shelves with links to their lists (${locale})`, async ({
    page,
  }) => {
    await page.goto(inLanguage(prefix, '/'));
    const shelves = page.getByRole('main').locator('section', { has: page.getByRole('heading', { level: 2 }) });
    const lists = [['/offers'], ['/groups/food'], ['/groups/care', '/groups/bath'], ['/groups/beauty']];
    await expect(shelves).toHaveCount(lists.length);
    for (const [index, paths] of lists.entries()) {
      const links = shelves.nth(index).locator('.section-head a');
      const shown = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(shown).toEqual(paths.map((path) => prefix + path));
    }
    const products = await page
      .getByRole('main')
      .locator('a[href*="/product/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(new Set(products).size).toBe(24);
    expect(products).toHaveLength(24);
    // Delivery time, price of shipping, and the way to pay.
    await expect(page.locator('.promises li')).toHaveText([/2.*4/, /5,00/, /PayPal/]);
  });

  test(`the home page has seven slides, each a link to a search for its brand that finds products (${locale})`, async ({
    page,
    request,
  }) => {
    const home = inLanguage(prefix, '/');
    await page.goto(home);
    const slides = page.getByRole('region', { name: t('carousel.label') }).getByRole('listitem');
    await expect(slides).toHaveCount(7);
    for (const [index, brand] of BRANDS.entries()) {
      const slide = slides.nth(index);
      await expect(slide).toHaveAccessibleName(t('carousel.slide', { number: index + 1, total: 7 }));
      await expect(slide.getByRole('link')).toHaveAttribute('href', `${prefix}/search/${encodeURIComponent(brand)}`);
      await expect(slide.getByRole('img')).toHaveAccessibleName(/\S{3}/);
    }
    for (const brand of BRANDS) {
      const html = await (await request.get(`${prefix}/search/${encodeURIComponent(brand)}`)).text();
      expect(html).toMatch(new RegExp(`<li class="card(?:(?!</li>)[^])*${brand}`));
    }
  });

  test(`a click on the first slide searches for its brand (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(inLanguage(prefix, '/'));
    await page
      .getByRole('region', { name: t('carousel.label') })
      .getByRole('link')
      .first()
      .click();
    await expect(page).toHaveURL(`${prefix}/search/Guaran%C3%A1%20Antarctica`);
    await expect(page.getByRole('main').getByRole('link', { name: 'Guaraná Antarctica Lata' })).toBeVisible();
  });

  test(`the home page links to everything in stock (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(inLanguage(prefix, '/'));
    await page
      .getByRole('main')
      .getByRole('link', { name: t('catalogue:home.all') })
      .click();
    await expect(page).toHaveURL(`${prefix}/instock`);
  });
}

test('the logo links to the home page from every page, in its language', MATRIX, async ({ page }) => {
  await page.goto('/de/product/guarana-antarctica-lata');
  await page.getByRole('link', { name: `Vitrine, ${ALL_LOCALES[1].t('home')}` }).click();
  await expect(page).toHaveURL('/de');
});

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test.describe('the home page on a phone in the language of the page', () => {
    test.use({ ...PHONE, locale });
    test(`gives the slide at most half of the first screen, with two whole products below it (${locale})`, async ({
      page,
    }) => {
      await page.goto(inLanguage(prefix, '/'));
      const slide = await page.getByRole('region', { name: t('carousel.label') }).boundingBox();
      expect(slide!.height).toBeLessThanOrEqual(PHONE.viewport.height / 2);
      for (const card of (await page.locator('.grid > .card').all()).slice(0, 2))
        await expect(card).toBeInViewport({ ratio: 1 });
    });
  });

test('each tile of the home page has a picture and links to the page of a group', async ({ page }) => {
  const { prefix, t } = ALL_LOCALES[1];
  await page.goto(prefix);
  const tiles = page
    .getByRole('main')
    .getByRole('navigation', { name: t('catalogue:home.groups') })
    .getByRole('link');
  await expect(tiles).toHaveCount(GROUP_PAGES.length);
  await expect(tiles.locator('source')).toHaveCount(GROUP_PAGES.length);
  for (const [index, group] of GROUP_PAGES.entries()) {
    await expect(tiles.nth(index)).toHaveText(t(`catalogue:groups.${group}.label`));
    await expect(tiles.nth(index)).toHaveAttribute('href', `${prefix}/groups/${group}`);
  }
});
