import { expect, inLanguage, JOURNEY_LOCALES, PHONE, test } from '../fixtures.ts';

const MOST = 0.01;
const PAGES = [
  { name: 'home', path: '/' },
  { name: 'category', path: '/category/bebidas' },
  { name: 'product', path: '/product/guarana-antarctica-lata' },
];

for (const [device, use] of [
  ['phone', PHONE],
  ['desktop', { viewport: { width: 1280, height: 800 } }],
] as const)
  test.describe(`on a ${device}`, () => {
    test.use(use);

    for (const { locale, prefix } of JOURNEY_LOCALES)
      for (const { name, path } of PAGES)
        test(`nothing jumps on the page "${name}" when font and pictures come late (${locale})`, async ({ page }) => {
          let release = () => {};
          const held = new Promise<void>((resolve) => (release = resolve));
          const late: string[] = [];
          await page.route(/\.(avif|webp|png|woff2)$/, async (route) => {
            late.push(route.request().url());
            await held;
            await route.continue();
          });
          await page.addInitScript(() => {
            const shifts = Object.assign(window, { shifted: 0 });
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.shifted += entry.value;
            }).observe({ type: 'layout-shift', buffered: true });
          });
          const frames = () =>
            page.evaluate(async () => {
              for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
            });

          await page.goto(inLanguage(prefix, path), { waitUntil: 'commit' });
          await expect(page.getByRole('contentinfo')).toBeAttached();
          await frames();
          expect(late.some((url) => url.endsWith('.woff2'))).toBe(true);
          expect(late.some((url) => !url.endsWith('.woff2'))).toBe(true);
          release();
          await page.evaluate(async () => {
            await document.fonts.ready;
            const near = [...document.images].filter(
              (image) => image.getBoundingClientRect().top < innerHeight && image.loading !== 'lazy',
            );
            await Promise.all(near.map((image) => image.decode()));
          });
          await frames();
          expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThanOrEqual(MOST);
        });
  });
