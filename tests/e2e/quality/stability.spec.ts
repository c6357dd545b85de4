import { cartLine, hold, startWithCart } from '../../support/browser/cart-browser.ts';
import { frames, MOST_SHIFT, shifted, watchShifts } from '../../support/browser/layout-shifts.ts';
import { expect, inLanguage, JOURNEY_LOCALES, MATRIX, PHONE, test } from '../fixtures.ts';
import { test as inPiecesTest } from '../in-pieces-fixture.ts';

test.use({ pictures: true });

const PAGES = [
  { name: 'home', path: '/' },
  { name: 'category', path: '/category/bebidas' },
  { name: 'product', path: '/product/guarana-antarctica-lata' },
];
// Without a deposit, of which a browser that never saw their prices could not know.
const LINES = [cartLine(105, 2, 4.49), cartLine(12, 1, 2.79)];
/** In a short cart the footer is nearest to the parts that load late. */
const ARRIVING = [
  ...PAGES,
  { name: 'search', path: '/search/feij%C3%A3o' },
  { name: 'cart', path: '/cart' },
  { name: 'cart with one product', path: '/cart', lines: LINES.slice(1) },
  { name: 'shopping lists', path: '/lists' },
].map((page) => ({ lines: LINES, ...page }));

for (const [device, use] of [
  ['phone', PHONE],
  ['desktop', { viewport: { width: 1280, height: 800 } }],
] as const)
  for (const { locale, prefix, t } of JOURNEY_LOCALES) {
    const once = device === 'phone' ? {} : MATRIX;
    test.describe(`on a ${device}`, once, () => {
      test.use(use);
      for (const { name, path } of PAGES)
        test(
          `the page "${name}" does not shift when pictures and then the font load late (${locale})`,
          MATRIX,
          async ({ page }) => {
            const pictures = await hold(page, /\.(avif|webp|png)$/);
            const font = await hold(page, /\.woff2$/);
            await watchShifts(page);
            await page.goto(inLanguage(prefix, path), { waitUntil: 'commit' });
            await expect(page.getByRole('contentinfo')).toBeAttached();
            await frames(page);
            await pictures.release();
            await font.release();
            await page.evaluate(async () => {
              await document.fonts.ready;
              const near = [...document.images].filter(
                (image) => image.getBoundingClientRect().top < innerHeight && image.loading !== 'lazy',
              );
              await Promise.all(near.map((image) => image.decode()));
            });
            await frames(page);
            expect(await shifted(page)).toBeLessThanOrEqual(MOST_SHIFT);
          },
        );
    });

    inPiecesTest.describe(`on a ${device} with a slow connection`, once, () => {
      inPiecesTest.use(use);
      for (const { name, path, lines } of ARRIVING)
        inPiecesTest(
          `the page "${name}" does not shift while it arrives in pieces (${locale})`,
          async ({ page, connection }) => {
            await startWithCart(page, lines);
            await watchShifts(page);
            const begun = page.goto(inLanguage(prefix, path), { waitUntil: 'commit' });
            await connection.next();
            await begun;
            // A page without a body draws nothing.
            while (await connection.next())
              if (await page.evaluate(() => document.body !== null)) await frames(page, 2);
            await page.waitForLoadState();
            await page.evaluate(() => document.fonts.ready);
            // The last change, which depends on the server's response.
            if (path === '/cart')
              await expect(page.getByRole('heading', { name: t('checkout:page.loginTitle') })).toBeAttached();
            if (path === '/lists') await expect(page.getByRole('heading', { name: t('lists:own') })).toBeAttached();
            await frames(page);
            expect(await shifted(page)).toBeLessThanOrEqual(MOST_SHIFT);
          },
        );
    });
  }
