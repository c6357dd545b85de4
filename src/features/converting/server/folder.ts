/** The files of the catalogue folder, in memory: a command writes them to a disk, the desk into a zip. */
import type { Locale } from '#src/i18n/locales.ts';
import { categoriesTable, writeTable } from '#src/features/editing/server/import/export-catalogue.ts';
import {
  formatOf,
  pictureRowSchema,
  productRowSchema,
  type CategoryRow,
} from '#src/features/editing/server/product-row.ts';
import type { Notice } from '../foreign-item.ts';
import { altRow, type Cells, type Conversion, type ConvertedProduct } from './convert-items.ts';
import { MAPPING, writeMapping, type MappedCategory } from './mapping.ts';
import type { PictureBytes, Pictures } from './pictures.ts';

export type FolderFile = string | PictureBytes;

interface Parts {
  locale: Locale;
  categories: readonly CategoryRow[];
  mapping: readonly MappedCategory[];
  pictures: Pictures;
}

const NEEDED = formatOf(productRowSchema).required;
const COLUMNS = Object.keys(productRowSchema.shape);

/** As in redirects.csv. */
export const redirectsTable = (redirects: Conversion['redirects']): string =>
  writeTable(['from', 'to'], redirects as unknown as Cells[]);

export function folderOf(
  { products, redirects }: Conversion,
  { locale, categories, mapping, pictures }: Parts,
): { files: Map<string, FolderFile>; notices: Notice[]; pictured: Set<string> } {
  const files = new Map<string, FolderFile>();
  const [notices, pictured]: [Notice[], Set<string>] = [[], new Set()];
  files.set(MAPPING, writeMapping(mapping));
  files.set('categories.csv', categoriesTable(categories as unknown as Cells[]));
  for (const [category, own] of Map.groupBy(products, ({ cells }) => cells.category_product ?? '')) {
    const used = new Set([...NEEDED, ...own.flatMap(({ cells }) => Object.keys(cells))]);
    files.set(
      `${category}/products.csv`,
      writeTable(
        COLUMNS.filter((column) => used.has(column)),
        own.map(({ cells }) => cells),
      ),
    );
    const alts: Cells[] = [];
    for (const product of own) {
      if (product.text !== '') files.set(`${category}/${product.code}.${locale}.md`, product.text);
      addPictures(`${category}/`, product, alts);
    }
    if (alts.length > 0) files.set(`${category}/pictures.csv`, writeTable(Object.keys(pictureRowSchema.shape), alts));
  }
  if (redirects.length > 0) files.set('redirects.csv', redirectsTable(redirects));
  return { files, notices, pictured };

  function addPictures(place: string, { code, cells, line, pictures: wanted }: ConvertedProduct, alts: Cells[]): void {
    let count = 0;
    for (const { source, alt } of wanted) {
      const found = pictures.find(source);
      if (typeof found === 'string') {
        const product = cells.product_name ?? code;
        notices.push({ line, kind: found, product, code, values: { text: source } });
        continue;
      }
      count += 1;
      files.set(`${place}${code}${count === 1 ? '' : `_${count}`}${found.extension}`, found.read);
      const row = altRow(code, count, alt, locale);
      if (row) alts.push(row);
      pictured.add(code);
    }
  }
}
