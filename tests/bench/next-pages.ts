import { chromium, devices } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../support/browser/browser.ts';
import { countBytes, sum } from '../support/browser/counted-bytes.ts';
import { DEMO } from '../support/catalogue/demo-products.ts';
import { number, table, tell } from './report.ts';

const KIB = 1024;
/** Waits until the page makes no more requests by itself. */
const SETTLED_MS = 1_000;

const NEXT = [
  { name: 'its next page', path: '/instock/2' },
  { name: 'a product', path: `/product/${DEMO.beans.slug}` },
  { name: 'a search', path: '/search/feij%C3%A3o' },
  { name: 'another language', path: '/de/instock' },
  { name: 'the cart, empty', path: '/cart' },
];
const KINDS = [
  { name: 'browsers with compression dictionaries', flags: [] },
  { name: 'others', flags: ['--disable-features=CompressionDictionaryTransport'] },
];

/** The bytes of the next page after a listing, without pictures and fonts, headers included. */
export async function nextPages(shop: string): Promise<string> {
  const columns: number[][] = [];
  for (const { name, flags } of KINDS) {
    tell(`pages: the next page, ${name}`);
    const browser = await chromium.launch({
      executablePath: await findChromium(),
      args: [...CHROMIUM_FLAGS, ...flags],
    });
    try {
      const column: number[] = [];
      for (const { path } of NEXT) {
        const context = await browser.newContext({
          ...devices['Moto G4'],
          baseURL: shop,
          locale: 'pt-BR',
          serviceWorkers: 'block',
        });
        const page = await context.newPage();
        await page.goto('/instock', { waitUntil: 'networkidle' });
        await page.getByRole('heading', { level: 1 }).tap();
        await page.waitForTimeout(SETTLED_MS);
        const bytes = await countBytes(page);
        await page.goto(path, { waitUntil: 'networkidle' });
        await page.waitForTimeout(SETTLED_MS);
        column.push(sum(bytes));
        await context.close();
      }
      columns.push(column);
    } finally {
      await browser.close();
    }
  }
  const rows = NEXT.map(({ name }, at) => [name, ...columns.map((column) => number(column[at]! / KIB, 1))]);
  return table(['from a listing to', ...KINDS.map(({ name }) => name)], rows);
}
