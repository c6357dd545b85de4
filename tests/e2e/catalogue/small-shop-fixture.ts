import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isWholeMatrix } from '../../run/matrix.ts';
import { productRow } from '../../support/catalogue/catalogue.ts';
import { buildShop, type BuiltShop } from '../../support/shops/built-shop.ts';
import { writeContent } from '../../support/shops/own-content.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { test as base } from '../fixtures.ts';

/** The product in stock. */
export const ONLY = {
  cod_catalog: 'BEB-001',
  product_name: 'Suco de caju',
  quantity_available: 9,
  discount: 10,
  real_price: '10.00',
};
/**
 * Each has three pages to be made, so `npm test` has few; more than a page of a list only the tests with the tag
 * `@matrix` need.
 */
const SOLD_OUT = Array.from({ length: isWholeMatrix ? 29 : 5 }, (_, index) => ({
  cod_catalog: `BEB-${String(index + 2).padStart(3, '0')}`,
  quantity_available: 0,
}));

const square = (colour: string) =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200"><rect width="1200" height="1200" ' +
  `fill="${colour}"/></svg>`;
/** The first sold-out product has three pictures. */
const PICTURES = {
  'shelf/BEB-002.svg': square('#c00'),
  'shelf/BEB-002_2.svg': square('#0c0'),
  'shelf/BEB-002_3.svg': square('#00c'),
};

/** A shop with few products that offers all ways to pay and to deliver, on the first day of a company break. */
export const test = base.extend<object, { shop: BuiltShop }>({
  shop: [
    async ({}, use) => {
      const content = mkdtempSync(path.join(os.tmpdir(), 'vitrine-content-'));
      const today = germanDay(new Date().toISOString());
      writeContent(content, {
        '  breaks:\n': `  breaks:\n    ${today}: ${addDays(today, 20)}\n`,
        'freeFrom:': 'freeFrom: 20',
        '    # 10: 9.90': '    1: 6.50',
        '  islandSurcharge:': '  islandSurcharge: 7',
        '  # iban:': '  iban:',
        '  offered: false': '  offered: true',
        '  offered: false\n  # Its name': '  offered: true\n  # Its name',
        '  surcharge:': '  surcharge: 4.90',
        "  street: ''\n  postalCode: ''\n  city: ''": "  street: Marktplatz 3\n  postalCode: '04109'\n  city: Leipzig",
        "    de-DE: ''": '    de-DE: Mo–Fr 10–18 Uhr',
        '  card: false': '  card: true',
        '  googlePay: false': '  googlePay: true',
        '  applePay: false': '  applePay: true',
      });
      const shop = await buildShop([ONLY, ...SOLD_OUT].map(productRow), { CONTENT_DIR: content }, PICTURES);
      await use(shop);
      await shop.stop();
      rmSync(content, { recursive: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
});
