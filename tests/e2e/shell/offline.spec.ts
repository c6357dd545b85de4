import type { Page } from 'playwright/test';
import { addButton, expectInCart } from '../../support/browser/cart-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { serveInBetween } from '../../support/in-between.ts';
import { readUntilKept } from '../../support/browser/service-worker.ts';
import { ALL_LOCALES, expect, JOURNEY_LOCALES, MATRIX, test as base } from '../fixtures.ts';

// Requests fail on purpose here, so failed ones are not reported.
const test = base.extend({ watched: async ({}, use) => use(), serviceWorkers: 'allow' });

const keptPages = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('pages')).keys()).map(({ url }) => new URL(url).pathname));

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`visited pages, the home page and the cart are readable offline (${locale})`, async ({ page, context }) => {
    await readUntilKept(page, `${prefix}/product/${DEMO.beans.slug}`);
    await page.goto(`${prefix}/product/${DEMO.can.slug}`);
    await expect.poll(() => keptPages(page)).toEqual(expect.arrayContaining([prefix || '/', `${prefix}/cart`]));
    await context.setOffline(true);
    for (const { slug, name } of [DEMO.beans, DEMO.can]) {
      await page.goto(`${prefix}/product/${slug}`);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    }
    await page.goto(prefix || '/');
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: DEMO.beans.name })
        .or(page.getByRole('main').getByRole('listitem').first())
        .first(),
    ).toBeVisible();
    await page.goto(`${prefix}/cart`);
    await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
  });

  test(`an unvisited page is explained offline, with links (${locale})`, async ({ page, context }) => {
    await readUntilKept(page, prefix || '/');
    await context.setOffline(true);
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      { '': 'Sem conexão', '/de': 'Keine Verbindung', '/en': 'No connection' }[prefix],
    );
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await page.goto(`${prefix}/login`);
    await expect(page.getByRole('paragraph').first()).toContainText(
      { '': 'só funciona com internet', '/de': 'Internetverbindung', '/en': 'internet connection' }[prefix],
    );
    await expect(page.getByRole('link').last()).toHaveAttribute('href', `${prefix}/cart`);
    await context.setOffline(false);
    await page.getByRole('link').first().click();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page).toHaveURL(`${prefix}/login`);
  });
}

test('an unvisited cart is readable offline, and React is not stored for it', MATRIX, async ({ page, context }) => {
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const { t } = ALL_LOCALES[0];
  await readUntilKept(page, `/product/${DEMO.beans.slug}`);
  await expect.poll(() => keptPages(page)).toContain('/cart');
  expect(asked.filter((path) => /\/_astro\/(react|CheckoutCart)\./.test(path))).toEqual([]);
  await addButton(page, t, DEMO.beans.name).click();
  await expectInCart(page, t, DEMO.beans.name, 1);
  await context.setOffline(true);
  await page.goto('/cart');
  await expect(page.getByRole('main').getByRole('listitem')).toContainText('4,49 €');
});

test('the worker prefers the network: a stored page is not shown while the shop answers', async ({ page, context }) => {
  await readUntilKept(page, '/');
  await page.evaluate(async () =>
    (await caches.open('pages')).put('/de', new Response('<h1>Old</h1>', { headers: { 'content-type': 'text/html' } })),
  );
  await page.goto('/de');
  await expect(page.getByRole('heading', { name: 'Old' })).toHaveCount(0);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('the worker does not load before the first interaction', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  expect(asked).not.toContain('/sw.js');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('pages are also stored for a visitor who only follows links', MATRIX, async ({ page }) => {
  await page.goto('/category/bebidas');
  await page.getByRole('link', { name: DEMO.can.name }).first().click();
  await expect(page).toHaveURL(`/product/${DEMO.can.slug}`);
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => keptPages(page)).toContain('/');
});

test('a page that the worker stores is requested once and sent as a difference from the page before', async ({
  page,
  baseURL,
}) => {
  const asked: string[] = [];
  const proxy = await serveInBetween(baseURL!, (req) =>
    asked.push(`${req.url} ${String(req.headers['available-dictionary'] ?? 'whole')}`),
  );
  try {
    await readUntilKept(page, `${proxy.url}/category/bebidas`);
    await expect.poll(() => keptPages(page)).toContain('/cart');
    for (const path of [`/product/${DEMO.can.slug}`, '/search/reis', '/login']) {
      asked.length = 0;
      const response = await page.goto(proxy.url + path);
      expect(response!.status()).toBe(200);
      expect(asked.filter((line) => line.startsWith(path))).toEqual([expect.stringMatching(/ :[\w+/]{43}=:$/)]);
    }
  } finally {
    await proxy.stop();
  }
});
