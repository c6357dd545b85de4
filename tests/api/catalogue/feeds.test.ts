import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { startWarmShop, type RunningShop } from '../../support/shops/server.ts';
import { SITE_DATA } from '../../support/shops/site.ts';

let server: RunningShop;
const read = async (path: string) => {
  const response = await fetch(server.url + path);
  expect(response.status, path).toBe(200);
  expect(response.headers.get('content-type')).toContain('xml');
  return response.text();
};

beforeAll(async () => {
  server = await startWarmShop({ DATA_DIR: SITE_DATA, RATE_LIMIT_PER_MINUTE: '0' });
});
afterAll(() => server?.stop());

const money = z.string().regex(/^\d+\.\d\d EUR$/);
const content = z.string().regex(/^[\d.]+(g|kg|ml|l)$/);
/** The fields of Google's product data specification that the shop uses. */
const itemSchema = z.strictObject({
  id: z.string().min(2).max(50),
  title: z.string().min(1).max(150),
  description: z.string().min(1).max(5000),
  link: z.url(),
  image_link: z.url(),
  availability: z.enum(['in_stock', 'out_of_stock']),
  price: money,
  sale_price: money.optional(),
  unit_pricing_measure: content.optional(),
  unit_pricing_base_measure: z.enum(['1kg', '1l']).optional(),
  brand: z.string().max(70).optional(),
  gtin: z
    .string()
    .regex(/^(\d{8}|\d{13})$/)
    .optional(),
  identifier_exists: z.literal('no').optional(),
  condition: z.literal('new'),
  product_type: z.string().min(1),
  shipping: z.strictObject({ country: z.literal('DE'), price: z.literal('5.00 EUR') }),
});

type Element = string | { [name: string]: Element };

/** Each element contains either text or further elements. */
function readElements(xml: string): Element {
  if (!xml.includes('<')) return xml.replaceAll('&amp;', '&');
  const fields = [...xml.matchAll(/<g:(\w+)>(.*?)<\/g:\1>/g)];
  expect(fields.map(([field]) => field).join('')).toBe(xml);
  return Object.fromEntries(fields.map(([, name, value]) => [name!, readElements(value!)]));
}

const itemsOf = (xml: string) =>
  [...xml.matchAll(/<item>(.*?)<\/item>/g)].map(([, item = '']) => itemSchema.parse(readElements(item)));

describe('the product feed', () => {
  it.each(LOCALE_CODES)('contains every product that can be ordered online, in %s', async (locale) => {
    const { prefix } = LOCALES[locale];
    const items = itemsOf(await read(`${prefix}/feed.xml`));
    const { products } = (await (await fetch(`${server.url}/api/?limit=250&lang=${locale}`)).json()) as {
      products: { cod_catalog: string; age_limit: number; subtitle: string }[];
    };
    const expected = products.filter(({ age_limit }) => age_limit === 0);
    expect(items.map(({ id }) => id).sort()).toEqual(expected.map(({ cod_catalog }) => cod_catalog).sort());
    for (const { link } of items) expect(new URL(link).pathname).toMatch(new RegExp(`^${prefix}/product/[a-z0-9-]+$`));
    const texts = new Map(expected.map(({ cod_catalog, subtitle }) => [cod_catalog, subtitle]));
    expect(items.find(({ id }) => id === 'BEB-006')?.description).toBe(texts.get('BEB-006'));
  });

  it('offers a reduced product at both prices', async () => {
    const tea = itemsOf(await read('/de/feed.xml')).find(({ id }) => id === 'BEB-005');
    expect(tea).toMatchObject({
      price: '4.29 EUR',
      sale_price: '3.86 EUR',
      unit_pricing_measure: '100g',
      unit_pricing_base_measure: '1kg',
    });
  });
});

describe('the sitemap', () => {
  it('contains each product in every language, with its picture and the day of its last change', async () => {
    const xml = await read('/sitemap.xml');
    const products = [...xml.matchAll(/<url><loc>([^<]*\/product\/[^<]*)<\/loc>(.*?)<\/url>/g)];
    expect(products.length).toBeGreaterThan(3 * 190);
    for (const [, , rest] of products) {
      expect(rest).toMatch(/^<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/);
      expect(rest?.match(/hreflang=/g)).toHaveLength(LOCALE_CODES.length);
    }
    expect(xml).toMatch(/<image:loc>https?:\/\/[^<]+\/media\/[^<]+\.webp<\/image:loc>/);
    expect(xml).toMatch(/\/impressum<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/);
  });
});

it('pages have link previews with text, picture and its size', async () => {
  const previews = async (path: string) => {
    const html = await (await fetch(server.url + path)).text();
    return Object.fromEntries(
      [...html.matchAll(/<meta property="og:([^"]+)" content="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
  };
  expect(await previews('/de/product/guarana-antarctica-lata')).toMatchObject({
    title: 'Guaraná Antarctica Lata · Vitrine',
    description: expect.stringContaining('Guaraná') as string,
    'image:width': '640',
    'image:height': '640',
    'image:alt': 'Guaraná Antarctica Lata',
  });
  expect(await previews('/')).toMatchObject({ 'image:width': '640', 'image:height': '256', site_name: 'Vitrine' });
});
