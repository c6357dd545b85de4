import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Kind } from '#src/features/catalogue/facts.ts';
import type { ForeignCatalogue } from '#src/features/converting/foreign-item.ts';
import { convertItems } from '#src/features/converting/server/convert-items.ts';
import { COMMAND_LIMITS, readForeignTable } from '#src/features/converting/server/foreign-table.ts';
import type { ForeignTable } from '#src/features/converting/server/foreign-table.ts';
import { readJtl } from '#src/features/converting/server/jtl.ts';
import { mappingOf } from '#src/features/converting/server/mapping.ts';
import { readShopify } from '#src/features/converting/server/shopify.ts';
import { readWoocommerce } from '#src/features/converting/server/woocommerce.ts';

const EXPORTS = new URL('../../../support/data/exports/', import.meta.url);

async function convert(
  name: string,
  read: (table: ForeignTable, today: string) => ForeignCatalogue,
  kind: Kind = 'food',
) {
  const table = readForeignTable(readFileSync(new URL(name, EXPORTS)), COMMAND_LIMITS);
  if (!table.ok) throw new Error(table.error.kind);
  const { items, notices } = read(table.value, '2026-11-29');
  const mapping = mappingOf(items, [], []).map((row) => ({ ...row, category: 'cat', kind }));
  const converted = await convertItems(items, { locale: 'de-DE', mapping, slugs: new Map(), taken: new Set() });
  return {
    cells: Object.fromEntries(
      converted.products.map(({ code, cells: { category_product: _, kind: __, ...cells } }) => [code, cells]),
    ),
    texts: Object.fromEntries(converted.products.map(({ code, text }) => [code, text])),
    pictures: Object.fromEntries(
      converted.products.map(({ code, pictures }) => [
        code,
        pictures.map(({ source }) => source.split(/[/\\]/).at(-1)),
      ]),
    ),
    redirects: converted.redirects,
    notices: [...notices, ...converted.notices].map(({ kind, product, code }) => `${code ?? product}: ${kind}`),
    categories: mapping.map(({ theirs, products }) => `${theirs}: ${products}`),
  };
}

const SHOPIFY = await convert('shopify-product_template.csv', readShopify);
const BEFORE_2025 = await convert('shopify-products_export.csv', readShopify);
const WOOCOMMERCE = await convert('woocommerce-sample_products.csv', readWoocommerce);
const JTL = await convert('jtl-ameise.csv', readJtl);

describe('an export of Shopify', () => {
  const { cells, texts, pictures, redirects, notices, categories } = SHOPIFY;

  it('becomes products with the price that buyers pay, content, stock, weight and bar code', () => {
    expect(cells['CAF-250']).toEqual({
      cod_catalog: 'CAF-250',
      product_name: 'Café torrado',
      brand: 'Serra Alta',
      real_price: '6.90',
      quantity_available: '12',
      net_quantity: '250',
      net_unit: 'g',
      ean: '4006381333931',
      gross_weight_g: '290',
      slug: 'cafe-torrado',
    });
    expect(cells['SAB-1']).toMatchObject({ real_price: '4.50', net_quantity: '90', net_unit: 'g' });
    expect(cells['SAB-1']).not.toHaveProperty('ean');
  });

  it('becomes families: contents need no words, other options are what differs', () => {
    expect(cells['CAF-500']).toMatchObject({ variant_of: 'CAF-250', net_quantity: '500', quantity_available: '0' });
    expect(cells['CAF-500']).not.toHaveProperty('variant_de');
    expect(cells['CAM-M']).toMatchObject({ variant_de: 'M, Grün', slug: 'camisa' });
    expect(cells['CAM-L']).toMatchObject({ variant_of: 'CAM-M', variant_de: 'L, Grün', slug: 'camisa-l-grun' });
  });

  it('has sizes of goods as what differs, not as their content', async () => {
    const goods = await convert('shopify-product_template.csv', readShopify, 'goods');
    expect(goods.cells['CAF-500']).toMatchObject({ variant_of: 'CAF-250', variant_de: '500 g' });
    expect(goods.cells['CAF-500']).not.toHaveProperty('net_quantity');
  });

  it('becomes Markdown without scripts and their links', () => {
    expect(texts['CAF-250']).toBe(
      'Kräftiger Kaffee aus **Minas Gerais**.\n\n- mittlere Röstung\n- für Filter & Espresso\n',
    );
    expect(texts['SAB-1']).toBe('Seife mit Açaí\n\n[mehr](https://example.com/a%20%28b%29) klick\n');
  });

  it('names what was left out and what a person must decide, and guesses no price', () => {
    expect(cells['CAM-L']).not.toHaveProperty('real_price');
    expect(notices).toEqual([
      'Vale-presente: unsupportedType',
      'Novo: draft',
      'CAF-250: formerPrice',
      'CAF-250: vatMissing',
      'CAF-500: codeMade',
      'CAF-500: vatMissing',
      'SAB-1: vatMissing',
      'SAB-1: eanWrong',
      'CAM-M: vatMissing',
      'CAM-M: contentMissing',
      'CAM-L: priceUnreadable',
      'CAM-L: vatMissing',
      'CAM-L: contentMissing',
    ]);
  });

  it('leads from the old addresses to the new pages, and lists its categories and pictures', () => {
    expect(redirects[0]).toEqual({ from: '/products/cafe-torrado', to: '/de/product/cafe-torrado' });
    expect(categories).toEqual(['Kaffee: 2', 'Mode: 2', 'Seife: 1']);
    expect(pictures).toMatchObject({
      'CAF-250': ['caf%C3%A9.jpg?v=1700', 'becher.png'],
      'CAF-500': ['caf%C3%A9.jpg?v=1700'],
      'CAM-M': ['camisa-gruen.webp'],
      'CAM-L': [],
    });
  });

  it('may have the names that its columns had before 2025, and a spreadsheet’s sign before a number', () => {
    expect(BEFORE_2025.cells['00123']).toMatchObject({
      real_price: '3.99',
      net_quantity: '400',
      gross_weight_g: '450',
    });
    expect(BEFORE_2025.texts['00123']).toBe('## Käsebällchen\n\nZum Aufbacken.\n');
    expect(BEFORE_2025.notices).toContain('00123: contentRead');
  });
});

describe('an export of WooCommerce', () => {
  const { cells, texts, pictures, notices } = WOOCOMMERCE;

  it('becomes families of its variations, with name, text, category, VAT rate and brand of their parent', () => {
    expect(cells['GOI-H']).toEqual({
      cod_catalog: 'GOI-H',
      product_name: 'Goiabada & Käse',
      brand: 'Doce Vida',
      real_price: '4.20',
      quantity_available: '4',
      vat_rate: '7',
      gross_weight_g: '650',
      slug: 'goiabada-e-kase',
      variant_de: 'hell',
    });
    expect(cells['GOI-D']).toMatchObject({
      variant_of: 'GOI-H',
      variant_de: 'dunkel',
      vat_rate: '7',
      real_price: '3.50',
    });
    expect(texts['GOI-D']).toBe('Guavenpaste, schnittfest.\n');
    expect(pictures).toMatchObject({ 'GOI-H': ['goiabada.jpg', 'goiabada-2.jpg'], 'GOI-D': ['dunkel.png'] });
  });

  it('counts a sale price only on its days, and leaves out what this shop cannot sell', () => {
    expect(cells['POL-1']).toMatchObject({ real_price: '2.49', net_quantity: '500', quantity_available: '0' });
    expect(Object.keys(cells)).toEqual(['GOI-H', 'GOI-D', 'POL-1']);
    expect(notices).toEqual([
      'Goiabada & Käse: furtherCategories',
      'Goiabada & Käse: furtherCategories',
      'Rezeptbuch: unsupportedType',
      'Set: unsupportedType',
      'Entwurf: draft',
      'GOI-H: contentMissing',
      'GOI-D: formerPrice',
      'GOI-D: contentMissing',
      'POL-1: quantityUnknown',
      'POL-1: vatMissing',
      'POL-1: contentRead',
    ]);
  });
});

describe('an export of JTL-Ameise', () => {
  const { cells, pictures, redirects, notices, categories } = JTL;

  it('becomes families of its children, from a file in the encoding of Windows', () => {
    expect(cells['FEI-K']).toEqual({
      cod_catalog: 'FEI-K',
      product_name: 'Schwarze Bohnen',
      brand: 'Campo Bom',
      real_price: '2.99',
      quantity_available: '40',
      vat_rate: '7',
      net_quantity: '500',
      net_unit: 'g',
      ean: '4006381333931',
      gross_weight_g: '530',
      origin_de: 'Brasilien',
      slug: 'schwarze-bohnen',
      variant_de: 'klein',
    });
    expect(cells['FEI-G']).toMatchObject({ variant_of: 'FEI-K', variant_de: 'groß', net_unit: 'kg' });
    expect(pictures['FEI-K']).toEqual(['bohnen.jpg']);
    expect(redirects).toEqual([{ from: '/Schwarze-Bohnen', to: '/de/product/schwarze-bohnen' }]);
  });

  it('asks for a price with VAT where it has only one without, and reads an article of two categories once', () => {
    expect(categories).toEqual(['Lebensmittel > Bohnen: 2', 'Pflege: 1']);
    expect(cells['SEI-1']).not.toHaveProperty('real_price');
    expect(notices).toEqual(['Kernseife: furtherCategories', 'Alt: draft', 'SEI-1: priceNet']);
  });
});
