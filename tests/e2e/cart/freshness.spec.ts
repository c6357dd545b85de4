import type { Page } from 'playwright/test';
import { formatPercent } from '#src/i18n/format.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { addButton, expectInCart, hold, storedCart } from '../../support/browser/cart-browser.ts';
import { expect, JOURNEY_LOCALES, MATRIX, PHONE } from '../fixtures.ts';
import { test } from './shop-fixture.ts';

const { slug, name: NAME } = DEMO.beans;

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });

/** Opens a page that gets fresh values only after it is stable, and returns its layout shifts. */
async function openAndRefresh(page: Page, address: string): Promise<{ moved: () => Promise<number> }> {
  const figures = await hold(page, /\/api\/availability\//);
  await page.goto(address, { waitUntil: 'load' });
  await expect.poll(figures.count).toBe(1);
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    const shifts = Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.moved += entry.value;
    }).observe({ type: 'layout-shift' });
  });
  await figures.release();
  return {
    moved: () =>
      page.evaluate(async () => {
        for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
        return (window as unknown as { moved: number }).moved;
      }),
  };
}

for (const [device, use] of [
  ['phone', PHONE],
  ['desktop', { viewport: { width: 1280, height: 800 } }],
] as const)
  test.describe(`fresh data on a ${device}`, device === 'desktop' ? MATRIX : {}, () => {
    test.use(use);
    for (const { locale, prefix, t } of JOURNEY_LOCALES) {
      for (const [kind, path, reduced] of [
        ['product', `/product/${slug}`, `/product/${DEMO.reduced.slug}`],
        ['category', '/category/graos-e-farinaceos', '/category/bebidas'],
      ] as const) {
        test(`updates a price and base price changed since the build, without a layout shift: ${kind} (${locale})`, async ({
          page,
          shop,
        }) => {
          shop.change(slug, { price_cents: 525, real_price_cents: 525 });
          const { moved } = await openAndRefresh(page, prefix + path);
          const product = page.locator(`[data-product="${shop.idOf(slug)}"]`);
          await expect(product.getByText('5,25 €', { exact: true })).toBeVisible();
          await expect(
            product.getByText(t('catalogue:price.base', { amount: '5,25 €', per: '1 kg' }), { exact: true }),
          ).toBeVisible();
          await expect(product).not.toContainText('4,49');
          expect(await moved()).toBe(0);
        });

        test(`removes a reduction whose price changed, without a layout shift: ${kind} (${locale})`, async ({
          page,
          shop,
        }) => {
          shop.change(DEMO.reduced.slug, { price_cents: 399 });
          const { moved } = await openAndRefresh(page, prefix + reduced);
          const product = page.locator(`[data-product="${shop.idOf(DEMO.reduced.slug)}"]`);
          await expect(product.getByText('3,99 €', { exact: true })).toBeVisible();
          await expect(
            product.getByText(t('catalogue:price.base', { amount: '39,90 €', per: '1 kg' }), { exact: true }),
          ).toBeVisible();
          await expect(product.locator('s:visible')).toHaveCount(0);
          await expect(product.getByText(`−${formatPercent(10, locale)}`).filter({ visible: true })).toHaveCount(0);
          const plain = await page
            .locator('[data-now]:not(.price-reduced)')
            .first()
            .evaluate((now) => getComputedStyle(now).color);
          const now = page.locator(`[data-product="${shop.idOf(DEMO.reduced.slug)}"] [data-now]`);
          if (kind === 'category') await expect(now).toHaveCSS('color', plain);
          expect(await moved()).toBe(0);
        });

        test(`shows a tag instead of the price for products sold out or withdrawn since the build: ${kind} (${locale})`, async ({
          page,
          shop,
        }) => {
          for (const change of [
            { quantity_available: 0 },
            { quantity_available: 9, withdrawn_at: '2026-01-01T00:00:00.000Z' },
          ]) {
            shop.change(slug, change);
            const { moved } = await openAndRefresh(page, prefix + path);
            const product = page.locator(`[data-product="${shop.idOf(slug)}"]`);
            await expect(product.getByText(t('catalogue:stock.soldOut'), { exact: true })).toBeVisible();
            await expect(product.getByText('4,49 €', { exact: true }).first()).toBeHidden();
            await expect(addButton(page, t, NAME)).toHaveCount(0);
            expect(await moved()).toBe(0);
          }
        });
      }

      test(`updates the number of products in stock with the cards (${locale})`, async ({ page, shop }) => {
        await page.goto(`${prefix}/instock`);
        const line = page.locator('[data-stock-count]');
        const built = Number.parseInt((await line.textContent())!, 10);
        const first = page.locator('main [data-product]').first();
        const path = new URL((await first.getByRole('link').first().getAttribute('href'))!, shop.url).pathname;
        shop.change(path.split('/').at(-1)!, { quantity_available: 0 });
        await page.reload();
        await expect(first.getByText(t('catalogue:stock.soldOut'), { exact: true })).toBeVisible();
        await expect(line).toHaveText(t('catalogue:count', { count: built - 1 }));
      });

      test(`lets restocked products be bought (${locale})`, async ({ page, shop }) => {
        shop.change(DEMO.drained.slug, { quantity_available: 5 });
        await page.goto(`${prefix}/product/${DEMO.drained.slug}`);
        await expect(page.getByText(t('catalogue:product.delivery'))).toBeVisible();
        await expect(page.getByText(t('catalogue:product.unavailable'))).toHaveCount(0);
        await addButton(page, t, DEMO.drained.name).click();
        await expectInCart(page, t, DEMO.drained.name, 1);
      });

      test(`stores the fresh price of added products (${locale})`, MATRIX, async ({ page, shop }) => {
        shop.change(slug, { price_cents: 525, real_price_cents: 525 });
        await page.goto(`${prefix}/product/${slug}`);
        await expect(page.getByRole('article').getByText('5,25 €', { exact: true })).toBeVisible();
        await addButton(page, t, NAME).click();
        await expectInCart(page, t, NAME, 1);
        expect(await storedCart(page)).toEqual([{ productId: shop.idOf(slug), quantityInCart: 1, addedPrice: 5.25 }]);
      });

      test.describe('without the API', () => {
        test.use({ losesApi: true });

        test(`shows the data of the build, and adding works (${locale})`, async ({ page, shop }) => {
          shop.change(slug, { price_cents: 525, quantity_available: 0 });
          await page.route('**/api/**', (route) => route.abort());
          await page.goto(`${prefix}/product/${slug}`, { waitUntil: 'load' });
          await addButton(page, t, NAME).click();
          await expectInCart(page, t, NAME, 1);
          await expect(page.getByRole('article').getByText('4,49 €', { exact: true }).first()).toBeVisible();
        });
      });
    }
  });

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test(`a correct page gets an empty response, and an outdated one gets the new values (${locale})`, async ({
    page,
    shop,
  }) => {
    const answer = () => page.waitForResponse((response) => response.url().includes('/api/availability/'));
    for (const path of ['/', '/category/bebidas', `/product/${slug}`, '/search']) {
      const fresh = answer();
      await page.goto(prefix + path || '/', { waitUntil: 'load' });
      expect((await fresh).status()).toBe(304);
    }
    shop.change(slug, { price_cents: 525, real_price_cents: 525 });
    const fresh = answer();
    await page.goto(`${prefix}/product/${slug}`);
    expect((await fresh).status()).toBe(200);
    await expect(page.getByRole('article').getByText('5,25 €', { exact: true })).toBeVisible();
    await expect(addButton(page, t, NAME)).toBeVisible();
  });

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test(
    `a price rewritten by a browser extension stays unchanged and is not stored (${locale})`,
    MATRIX,
    async ({ page, shop }) => {
      await page.goto(`${prefix}/product/${DEMO.reduced.slug}`);
      const price = page.getByRole('article').locator('[data-now]');
      await price.evaluate((now) => (now.textContent = `${now.textContent} ($5.20)`));
      const written = await price.textContent();
      const fresh = page.waitForResponse((response) => response.url().includes('/api/availability/'));
      const code = page.waitForEvent('requestfinished', (request) => request.url().includes('/show-fresh.'));
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
      expect((await fresh).status()).toBe(200);
      await code;
      await addButton(page, t, DEMO.reduced.name).click();
      await expectInCart(page, t, DEMO.reduced.name, 1);
      await expect(price).toHaveText(written!);
      await expect(page.getByRole('article').locator('s:visible')).toHaveCount(1);
      expect(await storedCart(page)).toEqual([
        { productId: shop.idOf(DEMO.reduced.slug), quantityInCart: 1, addedPrice: 0 },
      ]);
    },
  );

for (const { locale, prefix } of JOURNEY_LOCALES)
  test(`one request asks for all products of a page, each once (${locale})`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
    for (const path of ['/', '/category/bebidas', `/product/${slug}`]) {
      asked.length = 0;
      const fresh = page.waitForResponse((response) => response.url().includes('/api/availability/'));
      await page.goto(prefix + path || '/', { waitUntil: 'load' });
      await fresh;
      expect(asked).toHaveLength(1);
      const ids = new URL(asked[0]!).searchParams.get('ids')!.split(',');
      const shown = await page
        .locator('[data-product]')
        .evaluateAll((all) => all.map((element) => (element as HTMLElement).dataset.product!));
      expect(ids.toSorted()).toEqual([...new Set(shown)].toSorted());
    }
  });
