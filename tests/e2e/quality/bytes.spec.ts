import http from 'node:http';
import type { Page, Request } from 'playwright/test';
import { cartLine, startWithCart } from '../../support/cart-browser.ts';
import { banner } from '../../support/consent-browser.ts';
import { expect, JOURNEY_LOCALES, inLanguage, test } from '../fixtures.ts';

const KIB = 1024;
const PAGES = [
  { name: 'home', path: '/' },
  { name: 'category', path: '/category/bebidas' },
  { name: 'product', path: '/product/guarana-antarctica-lata' },
];
/** Rendered on demand. */
const SEARCHES = [
  { name: 'search', path: '/search/feij%C3%A3o' },
  { name: 'search for everything', path: '/search' },
];

/** Bytes of an answer's body as they travel. */
const transferred = (url: string) =>
  new Promise<{ bytes: number; encoding: string | undefined }>((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.once('end', () => resolve({ bytes, encoding: response.headers['content-encoding'] })).once('error', reject);
      })
      .once('error', reject);
  });

/** Loads a page in a fresh browser, reads it to its end, and answers what it asked for. */
async function requestsOf(page: Page, path: string): Promise<Request[]> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  // The last thing that scripts ask for by themselves.
  const fresh = page.waitForResponse((response) => response.url().includes('/api/availability/'));
  await page.goto(path, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready);
  await fresh;
  await page.keyboard.press('End');
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  return requests;
}

const bodyBytes = async (request: Request) => (await request.sizes()).responseBodySize;

const isScript = (request: Request) => request.resourceType() === 'script';
const isCounted = (request: Request) => !['image', 'font'].includes(request.resourceType());

/** Bytes that these requests brought; each of them is answered by then. */
async function bytesOf(requests: Request[]): Promise<number> {
  expect(requests.length).toBeGreaterThan(0);
  await Promise.all(requests.map(async (request) => (await request.response())?.finished()));
  return (await Promise.all(requests.map(bodyBytes))).reduce((sum, size) => sum + size, 0);
}

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  for (const { name, path } of [...PAGES, ...SEARCHES])
    test(`the HTML of the page "${name}" travels in at most 13 KiB (${locale})`, async ({ baseURL }) => {
      const { bytes, encoding } = await transferred(baseURL + inLanguage(prefix, path));
      expect(encoding).toBe('br');
      expect(bytes).toBeLessThanOrEqual(13 * KIB);
    });

  for (const { name, path } of PAGES) {
    test(`the page "${name}" needs at most 18 KiB beside pictures and fonts before a tap (${locale})`, async ({ page }) => {
      const requests = await requestsOf(page, inLanguage(prefix, path));
      expect(await bytesOf(requests.filter(isCounted))).toBeLessThanOrEqual(18 * KIB);
      expect(requests.filter(isScript).map((request) => request.url())).not.toContainEqual(expect.stringMatching(/client|react/i));
    });

    test(`the script files of the page "${name}" travel in at most 5 KiB before a tap (${locale})`, async ({ page }) => {
      const requests = await requestsOf(page, inLanguage(prefix, path));
      expect(await bytesOf(requests.filter(isScript))).toBeLessThanOrEqual(5 * KIB);
    });

    test(`the page "${name}" loads one font file of at most 15 KiB (${locale})`, async ({ page }) => {
      const fonts = (await requestsOf(page, inLanguage(prefix, path))).filter((request) => request.resourceType() === 'font');
      expect(fonts).toHaveLength(1);
      expect(await bodyBytes(fonts[0]!)).toBeLessThanOrEqual(15 * KIB);
    });
  }

  test(`a filled cart needs at most 95 KiB beside pictures and fonts (${locale})`, async ({ page, request }) => {
    const { products } = (await (await request.get('/api/stock/')).json()) as { products: { id: number; price: number }[] };
    await startWithCart(
      page,
      products.slice(0, 20).map(({ id, price }) => cartLine(id, 1, price)),
    );
    const requests: Request[] = [];
    page.on('request', (sent) => requests.push(sent));
    await page.goto(`${prefix}/cart`, { waitUntil: 'load' });
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(20);
    await page.evaluate(() => document.fonts.ready);
    // What scripts ask for when the browser has time for it; a page that draws nothing might wait for ever.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })));
    expect(await bytesOf(requests.filter(isCounted))).toBeLessThanOrEqual(95 * KIB);
  });

  test.describe('to somebody who has not chosen yet', () => {
    test.use({ consent: null });
    test(`the banner travels in at most 1 KiB (${locale})`, async ({ page }) => {
      const requests: Request[] = [];
      page.on('request', (sent) => requests.push(sent));
      await page.goto(`${prefix}/impressum`, { waitUntil: 'load' });
      await expect(banner(page, t)).toBeVisible();
      const files = requests.map((request) => new URL(request.url()).pathname);
      const first = files.findIndex((file) => file.startsWith('/_astro/banner.'));
      expect(await bytesOf(requests.slice(first).filter(isScript))).toBeLessThanOrEqual(KIB);
    });
  });
}
