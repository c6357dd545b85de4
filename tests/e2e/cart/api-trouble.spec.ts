import { DEMO } from '../../support/catalogue/demo-products.ts';
import { badge, cartLine, hold, startWithCart, storedCart } from '../../support/browser/cart-browser.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { test } from './shop-fixture.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test.describe('the cart during API failures', () => {
    test.use({ losesApi: true });

    test(`says that prices are missing, keeps its lines, and shows them after a retry (${locale})`, async ({
      page,
      shop,
    }) => {
      const cart = [cartLine(shop.idOf(DEMO.beans.slug), 2)];
      await startWithCart(page, cart);
      await page.route('**/api/**', (route) => route.abort());
      await page.goto(`${prefix}/cart`);
      await expect(page.getByRole('alert')).toContainText(t('cart:offline'));
      await expect(badge(page, t, 2)).toBeVisible();
      expect(await storedCart(page)).toEqual(cart);
      const line = page.getByRole('main').getByRole('listitem');
      await expect(line).toContainText(t('cart:nameless', { number: 1 }));
      await expect(line).toContainText(t('cart:each', { price: '4,49 €' }));
      await expect(line.getByRole('link')).toHaveCount(0);
      await expect(page.getByRole('row').filter({ hasText: '%' })).toHaveCount(0);
      const retry = page.getByRole('button', { name: t('cart:retry') });
      await retry.click();
      await expect(page.getByRole('alert')).toContainText(t('cart:offline'));
      await page.unrouteAll();
      await retry.click();
      await expect(page.getByRole('main').getByRole('link', { name: DEMO.beans.name })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      expect(await storedCart(page)).toEqual(cart);
    });

    test(`keeps a change made offline and prices it once the API is back (${locale})`, async ({ page, shop }) => {
      await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
      await page.goto(`${prefix}/cart`);
      const quantity = page.getByRole('combobox', { name: t('cart:quantity', { name: DEMO.beans.name }) });
      await expect(quantity).toBeVisible();
      await page.route('**/api/**', (route) => route.abort());
      await quantity.selectOption('3');
      await expect(page.getByRole('alert')).toContainText(t('cart:offline'));
      await expect(quantity).toHaveValue('3');
      await expect(page.getByRole('region', { name: t('cart:summary') })).toContainText('18,47 €');
      await page.unrouteAll();
      await page.getByRole('button', { name: t('cart:retry') }).click();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(page.getByRole('region', { name: t('cart:summary') })).toContainText('18,47 €');
    });

    test(
      `does not report an error response of the front server as a network failure (${locale})`,
      MATRIX,
      async ({ page, shop }) => {
        await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
        await page.route('**/api/cart/', (route) =>
          route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
        );
        await page.goto(`${prefix}/cart`);
        await expect(page.getByRole('alert')).toContainText(t('errors:fetch_error'));
      },
    );

    test(`shows no error when it is empty (${locale})`, MATRIX, async ({ page }) => {
      await page.route('**/api/**', (route) => route.abort());
      await page.goto(`${prefix}/cart`, { waitUntil: 'load' });
      await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
      await expect(page.getByRole('main').locator('[aria-busy="false"]')).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });

    test(`renews an expired token silently (${locale})`, MATRIX, async ({ page, context, shop, baseURL }) => {
      await context.addCookies([{ name: 'csrftoken', value: 'old', url: baseURL! }]);
      await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
      await page.goto(`${prefix}/cart`);
      await expect(page.getByRole('main').getByRole('link', { name: DEMO.beans.name })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  });

  test(`the cart page says after 3 seconds that the API is slow (${locale})`, async ({ page, shop }) => {
    const start = new Date('2026-01-01T12:00:00Z');
    await page.clock.install({ time: start });
    // The clock runs between the two calls, so the pause begins later.
    await page.clock.pauseAt(start.getTime() + 3_600_000);
    await startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]);
    const calls = await hold(page, /\/api\/cart\//);
    await page.goto(`${prefix}/cart`);
    const main = page.getByRole('main');
    await expect(badge(page, t, 2)).toBeVisible();
    await expect.poll(calls.count).toBeGreaterThan(0);
    await page.clock.runFor(2_999);
    await expect(main.getByText(t('cart:loading'), { exact: true })).toBeVisible();
    await page.clock.runFor(1);
    await expect(main.getByText(t('cart:slow'), { exact: true })).toBeVisible();
    await expect(main.getByRole('status').filter({ hasText: t('cart:slow') })).toBeVisible();
    await calls.release();
    await expect(main.getByRole('link', { name: DEMO.beans.name })).toBeVisible();
    await expect(main.getByText(t('cart:slow'), { exact: true })).toHaveCount(0);
  });
}
