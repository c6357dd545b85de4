import { globSync, statSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { DEFAULT_LOCALE } from '#src/i18n/locales.ts';
import type { APIRequestContext, Page, Request } from 'playwright/test';
import { cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import { banner } from '../../support/browser/consent-browser.ts';
import { countBytes, sum } from '../../support/browser/counted-bytes.ts';
import { clientFolder } from '../../support/shops/site.ts';
import { BUDGETS } from './budgets.ts';
import { expect, JOURNEY_LOCALES, inLanguage, test } from '../fixtures.ts';

test.use({ pictures: true });

const packedPages = (prefix: string, folder: string) =>
  globSync(path.join('.', prefix, folder, '*.html.br'), { cwd: clientFolder() }).map((file) => ({
    address: `/${file.replace('.html.br', '')}`,
    bytes: statSync(path.join(clientFolder(), file)).size,
  }));

/** The address of the page in this folder whose HTML is the largest. */
const largest = (prefix: string, folder: string) =>
  packedPages(prefix, folder).sort((a, b) => b.bytes - a.bytes)[0]!.address;

/** Prerendered pages. */
const PAGES = [
  { name: 'home', pathIn: (prefix: string) => inLanguage(prefix, '/') },
  { name: 'largest category', pathIn: (prefix: string) => largest(prefix, 'category') },
  { name: 'in stock', pathIn: (prefix: string) => `${prefix}/instock` },
  { name: 'largest product', pathIn: (prefix: string) => largest(prefix, 'product') },
] as const;
const isPrerendered = (name: string): name is (typeof PAGES)[number]['name'] =>
  PAGES.some((page) => page.name === name);
/** Where a listing leads. */
const NEXT: { name: keyof typeof BUDGETS.afterListing; go: (page: Page, prefix: string) => Promise<unknown> }[] = [
  {
    name: 'the next page of a list',
    go: (page) => page.getByRole('main').getByRole('navigation').getByRole('link').last().click(),
  },
  {
    name: 'a product',
    go: (page, prefix) => page.getByRole('main').locator(`a[href^="${prefix}/product/"]`).first().click(),
  },
  { name: 'the largest product', go: (page, prefix) => page.goto(largest(prefix, 'product')) },
  { name: 'a search', go: (page, prefix) => page.goto(`${prefix}/search/feij%C3%A3o`) },
];
/** Rendered on demand. */
const SEARCHES = [
  { name: 'search', pathIn: (prefix: string) => `${prefix}/search/feij%C3%A3o` },
  { name: 'search for everything', pathIn: (prefix: string) => `${prefix}/search` },
] as const;

/** Bytes of an answer's body as they travel. */
const transferred = (url: string) =>
  new Promise<{ bytes: number; encoding: string | undefined }>((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response
          .once('end', () => resolve({ bytes, encoding: response.headers['content-encoding'] }))
          .once('error', reject);
      })
      .once('error', reject);
  });

for (const { locale, prefix } of JOURNEY_LOCALES)
  test(`every product’s HTML stays within the largest one’s budget (${locale})`, () => {
    const pages = packedPages(prefix, 'product');
    expect(pages.length).toBeGreaterThan(190);
    expect(pages.filter(({ bytes }) => bytes > BUDGETS.html['largest product'])).toEqual([]);
  });

/** Loads a page in a fresh browser, scrolls to its end, and returns its requests. */
async function requestsOf(page: Page, path: string): Promise<Request[]> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  // The last thing that scripts ask for by themselves.
  const fresh = page.waitForResponse((response) => response.url().includes('/api/availability/'));
  await page.goto(path, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready);
  await fresh;
  // The fresh figures may change the page's height while it scrolls, which ends there then.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByRole('contentinfo')).toBeInViewport({ timeout: 1000 });
  }).toPass();
  return requests;
}

/** Lets the browser start with so many products in its cart. */
async function fillCart(page: Page, api: APIRequestContext, count: number): Promise<void> {
  const { products } = (await (await api.get('/api/stock/')).json()) as { products: { id: number; price: number }[] };
  await startWithCart(
    page,
    products.slice(0, count).map(({ id, price }) => cartLine(id, 1, price)),
  );
}

/** Opens a cart with this many products, and returns its requests until it is complete. */
async function requestsOfCart(page: Page, api: APIRequestContext, path: string, count: number): Promise<Request[]> {
  await fillCart(page, api, count);
  const requests: Request[] = [];
  page.on('request', (sent) => requests.push(sent));
  await openCart(page, path, count);
  return requests;
}

async function openCart(page: Page, path: string, count: number): Promise<void> {
  await page.goto(path, { waitUntil: 'load' });
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(count);
  await page.evaluate(() => document.fonts.ready);
  // Requests that scripts make when the browser is idle; a page that draws nothing might wait forever.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })));
}

const bodyBytes = async (request: Request) => (await request.sizes()).responseBodySize;
const allBytes = async (request: Request) => (await request.sizes()).responseHeadersSize + (await bodyBytes(request));

const isScript = (request: Request) => request.resourceType() === 'script';
const isCounted = (request: Request) => !['image', 'font'].includes(request.resourceType());

/** Bytes that these requests brought; each of them is answered by then. */
async function bytesOf(requests: Request[], weigh = bodyBytes): Promise<number> {
  expect(requests.length).toBeGreaterThan(0);
  await Promise.all(
    requests.map(async (request) => {
      const response = await request.response();
      // Chromium does not report the end of a response without a body.
      if (response?.status() !== 304) await response?.finished();
    }),
  );
  return (await Promise.all(requests.map(weigh))).reduce((sum, size) => sum + size, 0);
}

/** Inline scripts, compressed together; data and speculation rules do not count. */
async function inlineScriptBytes(page: Page): Promise<number> {
  const scripts = await page
    .locator('script:not([src])')
    .evaluateAll((all) =>
      (all as HTMLScriptElement[]).filter(({ type }) => type === '' || type === 'module').map(({ text }) => text),
    );
  expect(scripts.length).toBeGreaterThan(0);
  return brotliCompressSync(scripts.join('\n')).length;
}

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test.describe(`a visitor who reads ${locale}`, () => {
    test.use({ locale });
    test.describe('on a first visit', () => {
      test.use({ consent: null });
      for (const { name, pathIn } of [...PAGES, ...SEARCHES])
        test(`loads the page "${name}" within its budgets before a tap: HTML, scripts, font, and all but pictures and fonts (${locale})`, async ({
          page,
          baseURL,
        }) => {
          const html = await transferred(baseURL + pathIn(prefix));
          expect(html.encoding).toBe('br');
          expect(html.bytes).toBeLessThanOrEqual(BUDGETS.html[name]);
          const requests = await requestsOf(page, pathIn(prefix));
          await expect(banner(page, t)).toHaveCount(0);
          expect(await bytesOf(requests.filter(isCounted), allBytes)).toBeLessThanOrEqual(BUDGETS.firstVisit[name]);
          if (!isPrerendered(name)) return;
          const files = await bytesOf(requests.filter(isScript));
          const offer = locale === DEFAULT_LOCALE ? BUDGETS.other['language offer'] : 0;
          expect(files + (await inlineScriptBytes(page))).toBeLessThanOrEqual(BUDGETS.scripts[name] + offer);
          const fonts = requests.filter((request) => request.resourceType() === 'font');
          expect(fonts).toHaveLength(1);
          expect(await bodyBytes(fonts[0]!)).toBeLessThanOrEqual(BUDGETS.other.font);
        });
    });

    for (const { name, go } of NEXT)
      test(`loads ${name} after a listing within its budget without pictures and fonts, headers included (${locale})`, async ({
        page,
      }) => {
        await requestsOf(page, `${prefix}/instock`);
        // A visitor who chose a product has already touched the page.
        const inUse = page.waitForEvent('requestfinished', (request) => request.url().includes('/on-first-use.'));
        await page.getByRole('heading', { level: 1 }).click();
        await inUse;
        const bytes = await countBytes(page);
        const fresh = page.waitForResponse((response) => response.url().includes('/api/availability/'));
        await go(page, prefix);
        await fresh;
        const paths = () => [...bytes.keys()].map((address) => new URL(address).pathname);
        await expect.poll(paths).toEqual([new URL(page.url()).pathname, '/api/availability/']);
        expect(new URL(page.url()).pathname).not.toBe(`${prefix}/instock`);
        expect(sum(bytes)).toBeLessThanOrEqual(BUDGETS.afterListing[name]);
      });

    test(`loads the next page of a list within its HTML budget without compression dictionaries (${locale})`, async ({
      baseURL,
    }) => {
      const { bytes, encoding } = await transferred(`${baseURL}${prefix}/instock/2`);
      expect(encoding).toBe('br');
      expect(bytes).toBeLessThanOrEqual(BUDGETS.html['next page of a list']);
    });

    test(`loads a filled cart within its budget without pictures and fonts (${locale})`, async ({ page, request }) => {
      const requests = await requestsOfCart(page, request, `${prefix}/cart`, 20);
      expect(await bytesOf(requests.filter(isCounted))).toBeLessThanOrEqual(BUDGETS.cart['20 products, bodies alone']);
    });

    test(`loads a cart of 20 products after a listing within its budget without pictures and fonts, headers included (${locale})`, async ({
      page,
      request,
    }) => {
      await fillCart(page, request, 20);
      await requestsOf(page, `${prefix}/instock`);
      const bytes = await countBytes(page);
      await openCart(page, `${prefix}/cart`, 20);
      await expect.poll(() => [...bytes.keys()].map((address) => new URL(address).pathname)).toContain('/api/cart/');
      expect(sum(bytes)).toBeLessThanOrEqual(BUDGETS.cart['20 products after a listing']);
    });

    test.describe('without a consent choice', () => {
      test.use({ consent: null });
      test(`loads a filled cart within its budget without pictures and fonts, headers included (${locale})`, async ({
        page,
        request,
      }) => {
        const requests = await requestsOfCart(page, request, `${prefix}/cart`, 2);
        await expect(banner(page, t)).toHaveCount(0);
        expect(await bytesOf(requests.filter(isCounted), allBytes)).toBeLessThanOrEqual(
          BUDGETS.cart['2 products on a first visit'],
        );
      });
    });
  });
