import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Kind } from '#src/features/catalogue/facts.ts';
import { convertItems } from '#src/features/converting/server/convert-items.ts';
import { COMMAND_LIMITS, readForeignTable } from '#src/features/converting/server/foreign-table.ts';
import { readJtl } from '#src/features/converting/server/jtl.ts';
import { mappingOf } from '#src/features/converting/server/mapping.ts';
import { readShopify } from '#src/features/converting/server/shopify.ts';
import { readWoocommerce } from '#src/features/converting/server/woocommerce.ts';
import { csvRecords } from '#src/server/content/csv-table.ts';
import { decodeText } from '#src/shared/decode-text.ts';
import { convertFile, type Read } from '../../../support/texts/converted-file.ts';
import { workbook, workbookFiles, zipOf } from '../../../support/texts/workbook.ts';

const EXPORTS = new URL('../../../support/data/exports/', import.meta.url);

const convert = (name: string, read: Read, kind: Kind = 'food') =>
  convertFile(readFileSync(new URL(name, EXPORTS)), read, kind);

const SHOPIFY = await convert('shopify-product_template.csv', readShopify);
const BEFORE_2025 = await convert('shopify-products_export.csv', readShopify);
const WOOCOMMERCE = await convert('woocommerce-sample_products.csv', readWoocommerce);
const JTL = await convert('jtl-ameise.csv', readJtl);

/** The export as Excel saves it: numbers are numbers. */
function asWorkbook(name: string): Buffer {
  const rows = csvRecords(decodeText(readFileSync(new URL(name, EXPORTS)))).map(({ record }) => record);
  const cellOf = (cell: string) => (cell !== '' && String(Number(cell)) === cell ? Number(cell) : escapeXml(cell));
  return workbook(rows.map((cells) => cells.map(cellOf)));
}
const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

it.each([
  ['shopify-product_template.csv', readShopify, SHOPIFY],
  ['shopify-products_export.csv', readShopify, BEFORE_2025],
  ['woocommerce-sample_products.csv', readWoocommerce, WOOCOMMERCE],
  ['jtl-ameise.csv', readJtl, JTL],
] as const)('%s saved as a workbook becomes the same products', async (name, read, fromCsv) => {
  expect(await convertFile(asWorkbook(name), read)).toEqual(fromCsv);
});

it('a workbook’s days of a sale price and its true and false are read as in the file', async () => {
  const head = ['ID', 'Type', 'Name', 'Published', 'Regular price', 'Sale price', 'Date sale price starts'];
  const row = (id: number, start: number) => [id, 'simple', `Café ${id}`, 1, 9.9, 7.9, start];
  const { cells } = await convertFile(workbook([head, row(1, 46_000), row(2, 60_000.5)]), readWoocommerce);
  expect(Object.values(cells).map(({ real_price: price }) => price)).toEqual(['7.90', '9.90']);
  const files = workbookFiles(
    '<row><c t="inlineStr"><is><t>Handle</t></is></c><c t="inlineStr"><is><t>Title</t></is></c>' +
      '<c t="inlineStr"><is><t>Price</t></is></c><c t="inlineStr"><is><t>Gift Card</t></is></c></row>' +
      '<row><c t="inlineStr"><is><t>vale</t></is></c><c t="inlineStr"><is><t>Vale</t></is></c><c><v>9</v></c>' +
      '<c t="b"><v>1</v></c></row>',
  );
  expect((await convertFile(zipOf(files), readShopify)).notices).toEqual(['Vale: unsupportedType']);
});

// As WooCommerce 9 writes them in German and in Brazilian Portuguese.
it.each([
  [
    'ID,Typ,Artikelnummer,Name,Veröffentlicht,Kurzbeschreibung,Beschreibung,"Datum, an dem Angebotspreis beginnt",' +
      '"Datum, an dem Angebotspreis endet",Steuerklasse,Bestand,Gewicht (kg),Angebotspreis,Regulärer Preis,' +
      'Kategorien,Bilder,Übergeordnetes Produkt,Marken,Attribut 1 Wert(e)',
  ],
  [
    'ID,Tipo,SKU,Nome,Publicado,Descrição curta,Descrição,Data de preço promocional começa em,' +
      'Data de preço promocional termina em,Classe de imposto,Estoque,Peso (kg),Preço promocional,Preço,Categorias,' +
      'Imagens,Ascendente,Marcas,Valores do atributo 1',
  ],
])('an export of WooCommerce with the columns %s is read', async (head) => {
  const family = '1,variable,CAF,Café,1,,Forte.,,,,,,,,Café,cafe.jpg,,Serra,"250 g, 500 g"';
  const variation = '2,variation,CAF-250,Café - 250 g,1,,,2026-11-01,2026-11-30,,12,0.29,5.9,6.9,,,CAF,,250 g';
  const { cells, texts, pictures } = await convertFile(
    Buffer.from(`${head}\n${family}\n${variation}\n`),
    readWoocommerce,
  );
  expect(cells['CAF-250']).toMatchObject({
    ...{ product_name: 'Café', brand: 'Serra', real_price: '5.90', quantity_available: '12', gross_weight_g: '290' },
  });
  expect([texts['CAF-250'], pictures['CAF-250']]).toEqual([expect.stringContaining('Forte.'), ['cafe.jpg']]);
});

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

it('a product that only has the number of another one of the shop is left out, unless the owner lets it replace that one', async () => {
  const table = readForeignTable(readFileSync(new URL('jtl-ameise.csv', EXPORTS)), COMMAND_LIMITS);
  const { items } = readJtl(table.ok ? table.value : expect.fail());
  const item = { ...items[0]!, sku: 'AB-12', name: 'Café', ean: '4006381333931', address: '/cafe', family: 'x' };
  const mapping = mappingOf([item], [], []).map((row) => ({ ...row, category: 'cat', kind: 'food' as const }));
  const convertWith = async (name: string, ean: string | null, overwrites: string[] = []) => {
    const own = new Map([['AB-12', { slug: 'own-page', name, ean }]]);
    const options = { locale: 'de-DE' as const, mapping, own, taken: new Set(['own-page']), overwrites };
    const { products, redirects, conflicts, notices } = await convertItems([item], options);
    const kinds = notices.map(({ kind }) => kind).filter((kind) => kind.startsWith('codeO'));
    return [products.map(({ cells }) => cells.slug), redirects.length, conflicts.map(({ own: is }) => is), kinds];
  };
  expect(await convertWith('Sabonete', null)).toEqual([[], 0, ['Sabonete'], ['codeOther']]);
  expect(await convertWith('Sabonete', null, ['AB-12'])).toEqual([['own-page'], 1, ['Sabonete'], ['codeOverwritten']]);
  expect(await convertWith('CAFÉ', null)).toEqual([['own-page'], 1, [], []]);
  expect(await convertWith('Café torrado', '4006381333931')).toEqual([['own-page'], 1, [], []]);
});

it('the next size leads its family when the first one has the number of another product of the shop', async () => {
  const table = readForeignTable(readFileSync(new URL('shopify-product_template.csv', EXPORTS)), COMMAND_LIMITS);
  const { items } = readShopify(table.ok ? table.value : expect.fail());
  const mapping = mappingOf(items, [], []).map((row) => ({ ...row, category: 'cat', kind: 'food' as const }));
  const own = new Map([['CAF-250', { slug: 'chá', name: 'Chá', ean: null }]]);
  const { products } = await convertItems(items, { locale: 'de-DE', mapping, own, taken: new Set() });
  const family = products.filter(({ code }) => code.startsWith('CAF'));
  expect(family.map(({ code, cells }) => [code, cells.variant_of])).toEqual([['CAF-500', undefined]]);
});

it('a product that Shopify hides is left out with a notice, although its status is active', async () => {
  const row = (handle: string, published: string) => `${handle},Café ${handle},Food,4.99,${published},active,\n`;
  const head = 'Handle,Title,Type,Variant Price,Published,Status,Option1 Value';
  const csv = `${head}\n${row('oculto', 'FALSE')}${row('aberto', 'true')}`;
  const { cells, notices } = await convertFile(Buffer.from(csv), readShopify);
  expect(Object.keys(cells)).toEqual(['ABERTO']);
  expect(notices).toContain('Café oculto: draft');
});

it('a pack of several does not get the content of one piece, whether its name or its category says one', async () => {
  const rows = ['250 g', '3-Pack 250 g', 'Doppelpack']
    .map((option) => `cafe,Café 250 g,Food,4.99,${option}\n`)
    .join('');
  const csv = `Handle,Title,Type,Variant Price,Option1 Value\n${rows}`;
  const { cells, notices } = await convertFile(Buffer.from(csv), readShopify);
  expect(Object.values(cells).map(({ net_quantity: content }) => content)).toEqual(['250', undefined, undefined]);
  expect(notices.filter((notice) => notice.endsWith('contentMissing'))).toHaveLength(2);
});

it('a file whose row has more cells than its head is refused with the line, because prices may be cut', () => {
  const csv = 'Handle,Title,Type,Variant Price\na,Café,Food,4,99\n';
  expect(readForeignTable(Buffer.from(csv), COMMAND_LIMITS)).toEqual({
    ok: false,
    error: { kind: 'extraCells', values: { line: 2 } },
  });
});
