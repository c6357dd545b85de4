import type { Page } from 'playwright/test';
import { PAGE_TYPES } from '../../support/browser/page-types.ts';
import { ALL_LOCALES, expect, test } from '../fixtures.ts';

test.use({ opensMissingPages: true, pictures: true });

/** The pictures of a page's content as it was sent. */
const pictures = async (page: Page, path: string) => {
  const html = await (await page.request.get(path)).text();
  return page.evaluate((source) => {
    const sent = new DOMParser().parseFromString(source, 'text/html');
    return [...sent.querySelectorAll<HTMLImageElement>('main img')].map((image) => ({
      lazy: image.loading === 'lazy',
      priority: image.fetchPriority,
      sized: image.hasAttribute('width') && image.hasAttribute('height'),
      alt: image.getAttribute('alt'),
    }));
  }, html);
};

test('every picture of every type of page has its size and an alternative text before it loads, and at most one has priority', async ({
  page,
}) => {
  for (const { name, path } of PAGE_TYPES) {
    const all = await pictures(page, path);
    for (const { sized, alt } of all) {
      expect(sized, name).toBe(true);
      expect(alt, name).not.toBeNull();
    }
    expect(
      all.map(({ priority }) => priority),
      name,
      // The picture in the cart is a template for the lines that a script adds; a recipe has only small pictures, and
      // "About us" shows the stories below its text.
    ).toEqual(all.map((_, at) => (at === 0 && !['empty cart', 'recipe', 'about us'].includes(name) ? 'high' : 'auto')));
  }
});

for (const path of ['/instock', '/category/bebidas', '/search']) {
  test(`a list (${path}) loads the pictures of its first row at once and the others when they come near the viewport`, async ({
    page,
  }) => {
    const lazy = (await pictures(page, path)).map((picture) => picture.lazy);
    expect(lazy.length).toBeGreaterThan(4);
    expect(lazy).toEqual(lazy.map((_, index) => index >= 4));
  });
}

test('the home page loads its first slide and its first row at once, and the other pictures when they come near the viewport', async ({
  page,
}) => {
  const lazy = (await pictures(page, '/')).map((picture) => picture.lazy);
  // Seven slides, the tiles of five groups, 24 products.
  const before = 7 + 5;
  expect(lazy).toHaveLength(before + 24);
  expect(lazy).toEqual(lazy.map((_, index) => index > 0 && (index < before || index >= before + 4)));
});

test('a product page loads its picture at once, and related ones when they come near the viewport', async ({
  page,
}) => {
  const all = await pictures(page, '/product/guarana-antarctica-lata');
  // PayPal's mark is on its button.
  const lazy = all.filter(({ alt }) => alt !== 'PayPal').map((picture) => picture.lazy);
  expect(lazy.length).toBeGreaterThan(1);
  expect(lazy).toEqual(lazy.map((_, index) => index > 0));
});

test.describe('a product’s picture', () => {
  test.use({ losesScripts: true });

  test('links to its largest file where the code of its dialog does not load', async ({ page }) => {
    const { t } = ALL_LOCALES[1];
    await page.route('**/_astro/picture-dialog.*', (route) => route.abort());
    await page.goto('/de/product/guarana-antarctica-lata');
    const link = page.getByRole('article').getByRole('link', { name: t('catalogue:picture.enlarge') });
    const file = await page.request.get((await link.getAttribute('href'))!);
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'image/avif']);
    await link.click();
    await expect(page).toHaveURL(/\/media\/\w+-800\.avif$/);
  });
});

test('a phone loads small pictures, none wider than twice its slot', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/instock');
  const first = page.locator('main img').first();
  await expect
    .poll(() => first.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc))
    .toMatch(/-(240|400)\.avif$/);
});
