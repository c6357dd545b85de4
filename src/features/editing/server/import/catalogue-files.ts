import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { decodeUtf8 } from '#src/shared/utf8.ts';
import { readTable, type TableFormat } from '#src/server/content/csv-table.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import {
  categoryRowSchema,
  formatOf,
  pictureRowSchema,
  priceRowSchema,
  productRowSchema,
  type CategoryRow,
  type PictureRow,
  type PriceRow,
  type ProductRow,
} from '../product-row.ts';

/** The place of a row in the files, for messages. */
export interface Placed<T> {
  file: string;
  line: number;
  row: T;
  /** Columns missing in the row's table, in a partial import: they stay unchanged. */
  absent?: ReadonlySet<string> | undefined;
}

/** The content of the editor's files with each row validated by itself; `checkCatalogue` checks the rows together. */
export interface CatalogueFiles {
  /** undefined if the source has no categories (a single CSV); then the database's categories are used. */
  categories: Placed<CategoryRow>[] | undefined;
  products: Placed<ProductRow>[];
  prices: Placed<PriceRow>[];
  /** Markdown by catalogue code and language. */
  texts: Map<string, Partial<Record<Locale, string>>>;
  /** Absolute paths of the pictures by catalogue code, in the order in which the page shows them. */
  pictures: Map<string, string[]>;
  /** Text alternatives of pictures. */
  alts: Placed<PictureRow>[];
  /** Only in a whole folder, a missing file or column means an empty value. */
  isWhole: boolean;
}

const PRODUCTS = formatOf(productRowSchema);
const CATEGORIES = formatOf(categoryRowSchema);
const PRICES = formatOf(priceRowSchema);
const ALTS = formatOf(pictureRowSchema);

// Cameras and Windows may write file extensions in capital letters.
// `BEB-001.jpg` is the first picture, `BEB-001_2.jpg` the second. No code contains an underscore.
const PICTURE = /^(?<code>[A-Z0-9][A-Z0-9-]*)(?:_(?<place>[2-9]))?\.(svg|png|jpe?g|webp|avif)$/i;
const TEXT = /^(?<code>[A-Z0-9][A-Z0-9-]*)\.(?<locale>[a-z]{2}-[a-z]{2})\.md$/i;
/** Recognises pictures and texts by their file extension alone. */
const MEANT = /\.(svg|png|jpe?g|webp|avif|md)$/i;
const NOTES = /^readme\.md$/i;
/** Pictures and texts in unsupported formats, named like those of a product. */
const UNREAD_PICTURE = /^(?<code>[A-Z0-9][A-Z0-9-]*)(?:_\d+)?\.(?:heic|heif|gif|tiff?|jfif|bmp)$/i;
const UNREAD_TEXT = /^(?<code>[A-Z0-9][A-Z0-9-]*)(?:\.[a-z]{2}-[a-z]{2})?\.(?:txt|markdown|docx?|odt|rtf)$/i;
/** A table whose name is similar to one of the four. */
const NEARLY_TABLE = /^(?<name>categories|products|pictures|price-history)\.(?:csv|tsv|txt|xlsx?|ods|numbers)$/i;

const TABLES: Record<string, TableFormat> = {
  'products.csv': PRODUCTS,
  'pictures.csv': ALTS,
  'price-history.csv': PRICES,
};

/** Whether the folder's categories.csv is a table of the shop, and not of another program. */
export function holdsCategories(folder: string): boolean {
  const mistakes: Mistake[] = [];
  readTable('categories.csv', readFileSync(path.join(folder, 'categories.csv')), CATEGORIES, mistakes);
  return mistakes.length === 0;
}

/** The products of a file in a catalogue folder; undefined if an import would not read the file as theirs. */
export function codesOfFile(folder: string, name: string): string[] | undefined {
  const base = path.basename(name);
  const format = Object.hasOwn(TABLES, base) ? TABLES[base] : undefined;
  if (!format) {
    const code = (TEXT.exec(base) ?? PICTURE.exec(base))?.groups?.code;
    return code === undefined ? undefined : [code.toUpperCase()];
  }
  const mistakes: Mistake[] = [];
  const rows = readTable(name, readFileSync(path.join(folder, name)), format, mistakes);
  return mistakes.length > 0 ? undefined : rows.map(({ cells }) => cells.cod_catalog ?? '');
}

/**
 * Reads a catalogue folder, or a single products CSV; collects every mistake. `partial`: the folder is not the whole
 * catalogue.
 */
export async function readCatalogueFiles(
  source: string,
  mistakes: Mistake[],
  partial = false,
): Promise<CatalogueFiles> {
  const info = await stat(source).catch(() => undefined);
  const isTable = info?.isFile() ?? false;
  const files: CatalogueFiles = {
    categories: undefined,
    products: [],
    prices: [],
    texts: new Map(),
    pictures: new Map(),
    alts: [],
    isWhole: !isTable && !partial,
  };
  if (!info) {
    mistakes.push({ file: source, message: 'does not exist. Name a catalogue folder or a CSV file.' });
    return files;
  }
  if (isTable) {
    files.products = readRows(path.dirname(source), path.basename(source), PRODUCTS, productRowSchema, files, mistakes);
    return files;
  }
  const names = (await readdir(source, { recursive: true })).sort();
  // Thousands of small files are read several times faster without promises, and only commands read them.
  for (const name of names) readFileOf(source, name, files, mistakes);
  reportUnread(names, files, mistakes);
  if (files.products.length === 0 && mistakes.length === 0)
    mistakes.push({ file: source, message: 'contains no products.csv with a product. Name the catalogue folder.' });
  reportGaps(source, files.pictures, mistakes);
  reportOrphans(files, mistakes);
  return files;
}

function readFileOf(folder: string, name: string, files: CatalogueFiles, mistakes: Mistake[]): void {
  const base = path.basename(name);
  if (base === 'categories.csv')
    files.categories = readRows(folder, name, CATEGORIES, categoryRowSchema, files, mistakes);
  else if (base === 'products.csv')
    files.products.push(...readRows(folder, name, PRODUCTS, productRowSchema, files, mistakes));
  else if (base === 'price-history.csv')
    files.prices.push(...readRows(folder, name, PRICES, priceRowSchema, files, mistakes));
  else if (base === 'pictures.csv') files.alts.push(...readRows(folder, name, ALTS, pictureRowSchema, files, mistakes));
  else if (TEXT.test(base)) readText(folder, name, files, mistakes);
  else if (PICTURE.test(base)) {
    addPicture(folder, name, files, mistakes);
  } else if (MEANT.test(base) && !NOTES.test(base) && !base.startsWith('.'))
    mistakes.push({
      file: name,
      message:
        'is neither a text nor a picture of a product. Name it as BEB-001.de-DE.md, ' +
        'BEB-001.jpg or BEB-001_2.jpg, or remove it.',
    });
}

/**
 * Files that were probably meant for the shop, but would be ignored silently. A photo, a document or a spreadsheet may
 * remain beside the file that was exported from it.
 */
function reportUnread(names: string[], { products }: CatalogueFiles, mistakes: Mistake[]): void {
  const codes = new Set(products.map(({ row }) => row.cod_catalog));
  const bases = names.map((name) => path.basename(name));
  const pictures = new Set(bases.filter((base) => PICTURE.test(base)).map(stemOf));
  const texts = bases.filter((base) => TEXT.test(base)).map(stemOf);
  for (const name of names) {
    const base = path.basename(name);
    const picture = UNREAD_PICTURE.exec(base)?.groups;
    const text = UNREAD_TEXT.exec(base)?.groups;
    const code = (picture ?? text)?.code?.toUpperCase() ?? '';
    const isSaved = picture
      ? pictures.has(stemOf(base))
      : texts.some((stem) => `${stem}.`.startsWith(`${stemOf(base)}.`));
    if (codes.has(code) && !isSaved)
      mistakes.push({
        file: name,
        message:
          `is of a kind that the shop does not read. Save a picture as ${code}.jpg, .png, .webp or .avif, ` +
          `and a text as ${code}.de-DE.md.`,
      });
    const table = NEARLY_TABLE.exec(base)?.groups?.name?.toLowerCase();
    const isExported = !/\.csv$/i.test(base) && names.includes(path.join(path.dirname(name), `${table}.csv`));
    if (table && base !== `${table}.csv` && !isExported)
      mistakes.push({
        file: name,
        message: `is not read under this name. Save it as "CSV UTF-8" with the name ${table}.csv.`,
      });
  }
}

const stemOf = (base: string): string => path.parse(base).name.toUpperCase();

function addPicture(folder: string, name: string, { pictures }: CatalogueFiles, mistakes: Mistake[]): void {
  const { code: written = '', place = '1' } = PICTURE.exec(path.basename(name))?.groups ?? {};
  const code = written.toUpperCase();
  const all = pictures.get(code) ?? [];
  const other = all[Number(place) - 1];
  const named = place === '1' ? code : `${code}_${place}`;
  if (other)
    mistakes.push({
      file: name,
      message: `is a second picture of ${named} beside ${path.relative(folder, other)}. Remove one.`,
    });
  all[Number(place) - 1] = path.join(folder, name);
  pictures.set(code, all);
}

/** A gap in the numbers usually means a forgotten file. */
function reportGaps(folder: string, pictures: CatalogueFiles['pictures'], mistakes: Mistake[]): void {
  for (const [code, all] of pictures) {
    const missing = Array.from(all, Boolean).indexOf(false);
    if (missing < 0) continue;
    const wanted = missing === 0 ? code : `${code}_${missing + 1}`;
    const file = path.relative(folder, all.at(-1)!);
    mistakes.push({
      file,
      message: `has no picture ${wanted} before it. Add that one, or number the pictures without a gap.`,
    });
    pictures.set(code, all.filter(Boolean));
  }
}

function readText(folder: string, name: string, files: CatalogueFiles, mistakes: Mistake[]): void {
  const { code: written = '', locale: asked = '' } = TEXT.exec(path.basename(name))?.groups ?? {};
  const [code, locale] = [
    written.toUpperCase(),
    LOCALE_CODES.find((known) => known.toLowerCase() === asked.toLowerCase()),
  ];
  if (!locale) {
    mistakes.push({ file: name, message: `names the language "${asked}". Name it ${LOCALE_CODES.join(', ')}.` });
    return;
  }
  const text = decodeUtf8(readFileSync(path.join(folder, name)));
  if (text === undefined)
    mistakes.push({ file: name, message: 'is not UTF-8 text. In the editor, save it with the encoding UTF-8.' });
  else if (files.texts.get(code)?.[locale] !== undefined)
    mistakes.push({ file: name, message: `is a second text of ${code} in ${locale}. Remove one.` });
  // Browser forms send other line endings than editors write.
  else files.texts.set(code, { ...files.texts.get(code), [locale]: text.replaceAll(/\r\n?/g, '\n') });
}

function readRows<S extends z.ZodType>(
  folder: string,
  file: string,
  format: TableFormat,
  schema: S,
  { isWhole }: Pick<CatalogueFiles, 'isWhole'>,
  mistakes: Mistake[],
): Placed<z.output<S>>[] {
  const rows = readTable(file, readFileSync(path.join(folder, file)), format, mistakes);
  const lacking = isWhole ? [] : format.optional.filter((column) => !rows[0]?.columns.includes(column));
  const absent = lacking.length > 0 ? new Set(lacking) : undefined;
  return rows.flatMap(({ line, cells }) => {
    const parsed = schema.safeParse(cells);
    if (parsed.success) return [{ file, line, row: parsed.data, absent }];
    for (const issue of parsed.error.issues)
      mistakes.push({ file, line, field: String(issue.path[0]), message: issue.message });
    return [];
  });
}

/** A price, text, picture or text alternative with an unknown code is almost always a typing error. */
function reportOrphans({ products, prices, texts, pictures, alts }: CatalogueFiles, mistakes: Mistake[]): void {
  // If some rows are invalid, a missing code may belong to one of them.
  if (mistakes.length > 0) return;
  const codes = new Set(products.map(({ row }) => row.cod_catalog));
  for (const { file, line, row } of prices)
    if (!codes.has(row.cod_catalog))
      mistakes.push({
        file,
        line,
        field: 'cod_catalog',
        message: `no product has the code ${row.cod_catalog}. Correct it, or remove the row.`,
      });
  for (const { file, line, row } of alts)
    if (!pictures.get(row.cod_catalog)?.[row.picture - 1])
      mistakes.push({
        file,
        line,
        field: 'picture',
        message: `${row.cod_catalog} has no picture ${row.picture}. Correct the number or the code, or remove the row.`,
      });
  const message = 'belongs to no product. Name it after a cod_catalog, or remove it.';
  for (const [code, byLocale] of texts)
    if (!codes.has(code))
      for (const locale of Object.keys(byLocale)) mistakes.push({ file: `${code}.${locale}.md`, message });
  for (const [code, all] of pictures)
    if (!codes.has(code)) for (const file of all) mistakes.push({ file: path.basename(file), message });
}
