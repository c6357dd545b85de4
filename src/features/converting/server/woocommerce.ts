/**
 * WooCommerce's product export. A variable product is a row, and each of its variations another one that names it. The
 * columns are in the language of the old shop's desk: here English, German and Portuguese.
 */
import { readBestBefore } from '#src/features/catalogue/lots/best-before.ts';
import { textOf as decoded } from '#src/server/content/xml-text.ts';
import type { ForeignCatalogue, ForeignItem, ForeignPicture, Notice } from '../foreign-item.ts';
import type { ForeignRow, ForeignTable } from './foreign-table.ts';
import { gramsOf } from './read-cells.ts';
import { variantPictures } from './variant-pictures.ts';

const COLUMN = {
  type: ['Type', 'Typ', 'Tipo'],
  sku: ['SKU', 'Artikelnummer', 'Art.-Nr.'],
  name: ['Name', 'Nome'],
  published: ['Published', 'Veröffentlicht', 'Publicado'],
  visibility: ['Visibility in catalog', 'Sichtbarkeit im Katalog', 'Visibilidade no catálogo'],
  short: ['Short description', 'Kurzbeschreibung', 'Descrição curta', 'Breve descrição'],
  text: ['Description', 'Beschreibung', 'Descrição'],
  ean: ['GTIN, UPC, EAN, or ISBN', 'GTIN, UPC, EAN oder ISBN', 'GTIN, UPC, EAN ou ISBN', 'EAN', 'GTIN'],
  taxClass: ['Tax class', 'Steuerklasse', 'Classe de imposto'],
  stock: ['Stock', 'Lager', 'Lagerbestand', 'Bestand', 'Estoque'],
  sale: ['Sale price', 'Angebotspreis', 'Preço promocional'],
  saleStart: [
    ...['Date sale price starts', 'Datum, an dem Angebotspreis beginnt', 'Data de preço promocional começa em'],
  ],
  saleEnd: ['Date sale price ends', 'Datum, an dem Angebotspreis endet', 'Data de preço promocional termina em'],
  price: ['Regular price', 'Regulärer Preis', 'Preço'],
  categories: ['Categories', 'Kategorien', 'Categorias'],
  images: ['Images', 'Bilder', 'Imagens'],
  parent: ['Parent', 'Übergeordnetes Produkt', 'Ascendente'],
  brand: ['Brands', 'Marken', 'Marcas'],
  address: ['Permalink', 'Slug'],
} as const;
/** WooCommerce names the shop's unit of weight in the column's name. */
const WEIGHT = ['Weight (#)', 'Gewicht (#)', 'Peso (#)'];
const KILOGRAMS = { kg: 1, g: 0.001, lbs: 0.453_592_37, oz: 0.028_349_523 };
const OPTIONS = ['Attribute # value(s)', 'Attribut # Wert(e)', 'Valores do atributo #'];
const MOST_OPTIONS = 10;

export const WOOCOMMERCE_COLUMNS = [COLUMN.type, COLUMN.name, COLUMN.price, ['ID']];

export function readWoocommerce({ rows }: ForeignTable, today: string): ForeignCatalogue {
  const parents = new Map<string, ForeignRow>();
  for (const row of rows) {
    if (isVariation(row)) continue;
    const sku = row.cell(...COLUMN.sku);
    if (sku !== '') parents.set(sku, row);
    parents.set(`id:${row.cell('ID')}`, row);
  }
  const [items, notices]: [ForeignItem[], Notice[]] = [[], []];
  const seen = new Set<ForeignRow>();
  for (const row of rows) {
    const parent = isVariation(row) ? parents.get(row.cell(...COLUMN.parent)) : undefined;
    const read = readRow(row, parent, today, parent === undefined || !seen.has(parent));
    if (read === undefined) continue;
    if ('kind' in read) {
      notices.push(read);
      continue;
    }
    if (parent) seen.add(parent);
    items.push(read);
    const others = categoriesOf(parent ?? row).slice(1);
    if (others.length > 0)
      notices.push({
        ...{ line: row.line, kind: 'furtherCategories', product: read.name, values: { text: others.join(', ') } },
      });
  }
  return { items, notices };
}

const typeOf = (row: ForeignRow): string[] =>
  row
    .cell(...COLUMN.type)
    .toLowerCase()
    .split(',')
    .map((type) => type.trim());
const isVariation = (row: ForeignRow): boolean => typeOf(row).includes('variation');
/** What is hidden in the old shop would be in the lists of this one. */
const isPublished = (row: ForeignRow): boolean =>
  row.cell(...COLUMN.published) === '1' && row.cell(...COLUMN.visibility) !== 'hidden';

/** undefined for a variable product, whose variations are the products. */
function readRow(
  row: ForeignRow,
  parent: ForeignRow | undefined,
  today: string,
  isFirst: boolean,
): ForeignItem | Notice | undefined {
  const whole = parent ?? row;
  const either = (names: readonly string[]) => row.cell(...names) || whole.cell(...names);
  const name = decoded(whole.cell(...COLUMN.name));
  const leaveOut = (kind: Notice['kind']): Notice => ({ line: row.line, kind, product: name || row.cell('ID') });
  const type = typeOf(row);
  if (type.includes('variable')) return undefined;
  if (name === '') return leaveOut('withoutName');
  if (
    !type.some((one) => one === 'simple' || one === 'variation') ||
    type.some((one) => /^(?:virtual|downloadable)$/.test(one))
  )
    return leaveOut('unsupportedType');
  if (!isPublished(row) || !isPublished(whole)) return leaveOut('draft');
  const { price, formerPrice } = pricesOf(row, today);
  const taxClass = row.cell(...COLUMN.taxClass);
  const [own = ''] = imagesOf(row).map(({ source }) => source);
  return {
    line: row.line,
    family: parent ? `parent ${whole.line}` : `row ${row.line}`,
    sku: row.cell(...COLUMN.sku),
    name,
    html: whole.cell(...COLUMN.text) || whole.cell(...COLUMN.short),
    brand: decoded(either(COLUMN.brand)),
    category: categoriesOf(whole)[0] ?? '',
    options: parent ? optionsOf(row) : [],
    price,
    formerPrice,
    quantity: row.cell(...COLUMN.stock),
    vatRate: taxClass === '' || taxClass === 'parent' ? whole.cell(...COLUMN.taxClass) : taxClass,
    ean: row.cell(...COLUMN.ean),
    netQuantity: '',
    netUnit: '',
    grams: weightOf(row) || weightOf(whole),
    origin: '',
    pictures: parent ? variantPictures(imagesOf(parent), own, isFirst) : imagesOf(row),
    address: addressOf(whole),
  };
}

const weightOf = (row: ForeignRow): string =>
  Object.entries(KILOGRAMS)
    .map(([unit, kilograms]) => gramsOf(row.cell(...WEIGHT.map((name) => name.replace('#', unit))), kilograms))
    .find(Boolean) ?? '';

/** A sale price counts from its first to its last day. */
function pricesOf(row: ForeignRow, today: string): Pick<ForeignItem, 'price' | 'formerPrice'> {
  const [price, sale] = [row.cell(...COLUMN.price), row.cell(...COLUMN.sale)];
  const [start, end] = [dayIn(row, COLUMN.saleStart), dayIn(row, COLUMN.saleEnd)];
  const isOnSale = sale !== '' && (start === '' || start <= today) && (end === '' || end >= today);
  return isOnSale ? { price: sale, formerPrice: price } : { price, formerPrice: '' };
}

/** A day such as 2026-11-29; a workbook has its number. */
function dayIn(row: ForeignRow, names: readonly string[]): string {
  const written = row.cell(...names);
  const day = readBestBefore(written.replace(/\.\d+$/, ''));
  return day.ok ? day.value : written.slice(0, 10);
}

/** "Food > Coffee, Gifts"; a comma in a name has a backslash. */
const categoriesOf = (row: ForeignRow): string[] =>
  row
    .cell(...COLUMN.categories)
    .split(/(?<!\\),/)
    .map((name) => decoded(name.replaceAll('\\,', ',')).trim())
    .filter(Boolean);

const optionsOf = (row: ForeignRow): string[] =>
  Array.from({ length: MOST_OPTIONS }, (_, index) =>
    decoded(row.cell(...OPTIONS.map((name) => name.replace('#', String(index + 1))))),
  ).filter(Boolean);

const imagesOf = (row: ForeignRow): ForeignPicture[] =>
  row
    .cell(...COLUMN.images)
    .split(/,\s*(?=https?:)|,\s+/)
    .filter(Boolean)
    .map((source) => ({ source, alt: '' }));

/** Only plugins export the address. */
function addressOf(row: ForeignRow): string {
  const written = row.cell(...COLUMN.address);
  if (written === '') return '';
  const path = written.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/s, '');
  return path.startsWith('/') ? path : `/product/${path}`;
}
