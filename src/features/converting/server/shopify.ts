/**
 * Shopify's products_export.csv. A product is a row for each variant, and further rows with pictures only. The names of
 * its columns changed in 2025, and shops still have files of both kinds.
 */
import type { ForeignCatalogue, ForeignItem, ForeignPicture, Notice } from '../foreign-item.ts';
import type { ForeignRow, ForeignTable } from './foreign-table.ts';
import { variantPictures } from './variant-pictures.ts';

const HANDLE = ['Handle', 'URL handle'];
const PRICE = ['Variant Price', 'Price'];
/** Shopify gives a product without variants this one. */
const NO_VARIANT = /^default title$/i;

export const SHOPIFY_COLUMNS = [HANDLE, ['Title'], PRICE];

export function readShopify({ rows }: ForeignTable): ForeignCatalogue {
  const products = Map.groupBy(
    rows.filter((row) => row.cell(...HANDLE) !== ''),
    (row) => row.cell(...HANDLE),
  );
  const read = [...products].map(([handle, own]) => readProduct(handle, own));
  return { items: read.flatMap(({ items }) => items), notices: read.flatMap(({ notices }) => notices) };
}

function readProduct(handle: string, rows: ForeignRow[]): ForeignCatalogue {
  const first = rows[0]!;
  const name = first.cell('Title');
  const leaveOut = (kind: Notice['kind']) => ({
    items: [],
    notices: [{ line: first.line, kind, product: name || handle }],
  });
  if (name === '') return leaveOut('withoutName');
  if (/^true$/i.test(first.cell('Gift Card'))) return leaveOut('unsupportedType');
  const isHidden = /^(?:false|no|0)$/i.test(first.cell('Published', 'Published on online store'));
  if (isHidden || /^(?:draft|archived|unlisted)$/i.test(first.cell('Status'))) return leaveOut('draft');
  const pictures = picturesOf(rows);
  const variants = rows.filter((row) => row === first || row.cell(...PRICE, 'Variant SKU', 'SKU') !== '');
  const items = variants.map((row, index): ForeignItem => {
    const options = [1, 2, 3]
      .map((place) => row.cell(`Option${place} Value`))
      .filter((value) => value !== '' && !NO_VARIANT.test(value));
    return {
      line: row.line,
      family: handle,
      sku: row.cell('Variant SKU', 'SKU'),
      name,
      html: first.cell('Body (HTML)', 'Description'),
      brand: first.cell('Vendor'),
      category: first.cell('Type', 'Product Category'),
      options,
      price: row.cell(...PRICE),
      formerPrice: row.cell('Variant Compare At Price', 'Compare-at price'),
      quantity: row.cell('Variant Inventory Qty', 'Inventory quantity'),
      vatRate: '',
      ean: row.cell('Variant Barcode', 'Barcode'),
      netQuantity: row.cell('Unit Price Total Measure'),
      netUnit: row.cell('Unit Price Total Measure Unit'),
      grams: row.cell('Variant Grams', 'Weight value (grams)'),
      origin: '',
      pictures: variantPictures(pictures, row.cell('Variant Image', 'Variant image URL'), index === 0),
      address: `/products/${handle}`,
    };
  });
  return { items, notices: [] };
}

function picturesOf(rows: ForeignRow[]): ForeignPicture[] {
  return rows
    .map((row, index) => ({
      source: row.cell('Image Src', 'Product image URL'),
      alt: row.cell('Image Alt Text'),
      place: Number(row.cell('Image Position')) || index + 1,
    }))
    .filter(({ source }) => source !== '')
    .sort((a, b) => a.place - b.place)
    .map(({ source, alt }) => ({ source, alt }));
}
