import http from 'node:http';
import type { Page, Request } from 'playwright/test';
import { expect, JOURNEY_LOCALES, inLanguage, test } from '../fixtures.ts';

const KIB = 1024;
const PAGES = [
  { name: 'home', path: '/' },
  { name: 'category', path: '/category/bebidas' },
  { name: 'product', path: '/product/guarana-antarctica-lata' },
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
  await page.goto(path, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready);
  await page.keyboard.press('End');
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  return requests;
}

const bodyBytes = async (request: Request) => (await request.sizes()).responseBodySize;

for (const { locale, prefix } of JOURNEY_LOCALES)
  for (const { name, path } of PAGES) {
    const address = inLanguage(prefix, path);

    test(`the HTML of the page "${name}" travels in at most 13 KiB (${locale})`, async ({ baseURL }) => {
      const { bytes, encoding } = await transferred(baseURL + address);
      expect(encoding).toBe('br');
      expect(bytes).toBeLessThanOrEqual(13 * KIB);
    });

    test(`the page "${name}" needs at most 18 KiB beside pictures and fonts, and no script file (${locale})`, async ({ page }) => {
      const requests = await requestsOf(page, address);
      expect(requests.filter((request) => request.resourceType() === 'script').map((request) => request.url())).toEqual([]);
      const counted = requests.filter((request) => !['image', 'font'].includes(request.resourceType()));
      const sizes = await Promise.all(counted.map(bodyBytes));
      expect(sizes.length).toBeGreaterThan(0);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(18 * KIB);
    });

    test(`the page "${name}" loads one font file of at most 15 KiB (${locale})`, async ({ page }) => {
      const fonts = (await requestsOf(page, address)).filter((request) => request.resourceType() === 'font');
      expect(fonts).toHaveLength(1);
      expect(await bodyBytes(fonts[0]!)).toBeLessThanOrEqual(15 * KIB);
    });
  }
