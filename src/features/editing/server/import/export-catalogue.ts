/** Writes the published catalogue as the files that an import reads: the same catalogue gives the same bytes. */
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { HEAD_COLUMNS } from '#src/features/catalogue/server/head-words.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { openPictures, type PictureStore } from '#src/server/picture-store.ts';
import type { CatalogueSourceRow } from '#src/server/db/tables/catalogue.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { CELL_COLUMNS, cellsOf, pictureRowsOf, picturesOf, textsOf, type Fields } from '../catalogue-fields.ts';
import { codesOfFile, holdsCategories } from './catalogue-files.ts';
import { findEveryCode, findPricesByCode, findStockByCode, type StockByCode } from '../catalogue-read.repository.ts';
import { recordFileQuantity } from '../catalogue-write.repository.ts';
import { withCatalogueLock } from '../catalogue-lock.ts';
import { categoryRowSchema, pictureRowSchema } from '../product-row.ts';
import { findSources, findVersions, saveSources } from '../sources.repository.ts';

export interface ExportReport {
  products: number;
  written: number;
  removed: number;
  /** Files that an import would read although their products are unknown to the shop. */
  foreign: string[];
}

export type ExportRefusal =
  /** The folder contains this file, but no categories.csv of a catalogue. */
  | { kind: 'not_a_catalogue'; file: string }
  /** Products that no import of this release has read. */
  | { kind: 'never_imported'; codes: string[] };

/** A text, or the name of an original picture. */
type FileContent = string | { original: string };

/**
 * `agrees`: the folder is the one that the shop imports, so its content becomes the base of the next merge. Unchanged
 * files are not written; files of products that left the shop are removed.
 */
export async function exportCatalogue(
  ctx: Context,
  folder: string,
  { agrees }: { agrees: boolean },
): Promise<Result<ExportReport, ExportRefusal>> {
  const present = await listFiles(folder);
  const isCatalogue = present.includes('categories.csv') && holdsCategories(folder);
  if (present.length > 0 && !isCatalogue) return fail({ kind: 'not_a_catalogue', file: present[0]! });

  const { sources, versions, stock, prices } = await ctx.db.snapshot(readPublished);
  const products = sources.filter(({ kind }) => kind === 'product');
  const known = new Set(products.map(({ key }) => key));
  const unknown = [...stock.keys()].filter((code) => !known.has(code));
  if (unknown.length > 0) return fail({ kind: 'never_imported', codes: unknown });

  const fieldsOf = (row: CatalogueSourceRow): Fields => versions.get(row.published ?? '') ?? {};
  const files = new Map<string, FileContent>();
  const categories = sources.filter(({ kind }) => kind === 'category');
  files.set('categories.csv', categoriesTable(categories.map((row) => ({ ...fieldsOf(row), slug: row.key }))));
  const byCategory = Map.groupBy(products, (row) => fieldsOf(row).category_product ?? '');
  for (const [category, rows] of byCategory) {
    const own = rows.map((row) => ({ code: row.key, fields: fieldsOf(row) }));
    addCategory(files, category, own, { stock, prices });
  }
  const report = await writeFiles(openPictures(ctx.config), folder, files, present, await findEveryCode(ctx.db.read));
  if (agrees) await recordAgreement(ctx, sources, stock);
  return ok({ products: products.length, ...report });
}

async function readPublished(db: Reader) {
  const sources = (await findSources(db)).filter(({ published }) => published !== null);
  const versions = await findVersions(
    db,
    sources.map(({ published }) => published),
  );
  return { sources, versions, stock: await findStockByCode(db), prices: await findPricesByCode(db) };
}

interface Product {
  code: string;
  fields: Fields;
}

type Prices = Awaited<ReturnType<typeof findPricesByCode>>;

function addCategory(
  files: Map<string, FileContent>,
  category: string,
  products: Product[],
  { stock, prices }: { stock: StockByCode; prices: Prices },
): void {
  const rows = products.map(({ code, fields }) => ({
    ...cellsOf(fields),
    cod_catalog: code,
    quantity_available: String(stock.get(code)?.quantity ?? 0),
  }));
  const used = new Set(rows.flatMap((row) => Object.keys(row)));
  // Every file has these columns; others only if a product has a value.
  const columns = ['cod_catalog', ...CELL_COLUMNS.filter((column) => used.has(column))];
  columns.splice(columns.indexOf('vat_rate'), 0, 'quantity_available');
  files.set(path.join(category, 'products.csv'), writeTable(columns, rows));
  const history = products.flatMap(({ code }) =>
    (prices.get(code) ?? []).map((price) => ({ cod_catalog: code, ...price })),
  );
  if (history.length > 0)
    files.set(
      path.join(category, 'price-history.csv'),
      writeTable(['cod_catalog', 'valid_from', 'real_price', 'discount'], history),
    );
  const alts = products.flatMap(({ code, fields }) => pictureRowsOf(code, fields));
  if (alts.length > 0)
    files.set(path.join(category, 'pictures.csv'), writeTable(Object.keys(pictureRowSchema.shape), alts));
  for (const { code, fields } of products) {
    const texts = textsOf(fields);
    for (const locale of LOCALE_CODES)
      if (texts[locale]) files.set(path.join(category, `${code}.${locale}.md`), texts[locale]);
    picturesOf(fields).forEach((original, index) => {
      const name = `${code}${index === 0 ? '' : `_${index + 1}`}${path.extname(original)}`;
      files.set(path.join(category, name), { original });
    });
  }
}

/** The table of categories. Columns for search engines are in it only if a category has such words. */
export const categoriesTable = (rows: readonly Record<string, string>[]): string =>
  writeTable(
    Object.keys(categoryRowSchema.shape).filter(
      (column) => !HEAD_COLUMNS.some((head) => head === column) || rows.some((row) => row[column]),
    ),
    rows,
  );

/** Exactly the values, unlike a table for a spreadsheet, because the import reads them again. */
export const writeTable = (columns: readonly string[], rows: readonly Record<string, string>[]): string =>
  stringify(rows as Record<string, string>[], { header: true, columns, quoted_match: /^\s|[\r\n]|\s$/ });

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

async function writeFiles(
  pictures: PictureStore,
  folder: string,
  files: ReadonlyMap<string, FileContent>,
  present: string[],
  knownCodes: ReadonlySet<string>,
): Promise<Omit<ExportReport, 'products'>> {
  let written = 0;
  for (const [name, content] of files)
    if (await writeIfOther(path.join(folder, name), await bytesOf(pictures, content))) written += 1;
  // The folder may contain other pictures and tables, so a file is removed only when the shop knows all its products.
  const codes = new Map(present.filter((name) => !files.has(name)).map((name) => [name, codesOfFile(folder, name)]));
  const isKnown = (of: readonly string[]) => of.every((code) => knownCodes.has(code));
  const stale = [...codes].flatMap(([name, of]) => (of && isKnown(of) ? [name] : []));
  const foreign = [...codes].flatMap(([name, of]) => (of && !isKnown(of) ? [name] : []));
  for (const name of stale) {
    await rm(path.join(folder, name));
    await rmdir(path.dirname(path.join(folder, name))).catch(() => {}); // the folder is not empty
  }
  return { written, removed: stale.length, foreign };
}

async function bytesOf(pictures: PictureStore, content: FileContent): Promise<Buffer> {
  if (typeof content === 'string') return Buffer.from(content);
  const bytes = await pictures.get(content.original);
  if (!bytes)
    throw new Error(
      `The original picture ${content.original} is missing in the folder of pictures. Restore it from a backup.`,
    );
  return bytes;
}

/** Replaces a file in one step, so that an interrupted export leaves no partial file. */
async function writeIfOther(file: string, bytes: Buffer): Promise<boolean> {
  const present = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (present?.equals(bytes)) return false;
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.tmp`);
  await writeFile(temporary, bytes);
  await rename(temporary, file);
  return true;
}

/** Only if the exported version is still the live one. */
async function recordAgreement(ctx: Context, exported: CatalogueSourceRow[], stock: StockByCode): Promise<void> {
  await withCatalogueLock(ctx, async (tx) => {
    const now = new Map((await findSources(tx)).map((row) => [`${row.kind} ${row.key}`, row]));
    const rows = exported.flatMap(({ kind, key, published }) => {
      const row = now.get(`${kind} ${key}`);
      return row && row.agreed !== published ? [{ ...row, agreed: published }] : [];
    });
    await saveSources(tx, rows);
    for (const [units, same] of Map.groupBy([...stock.values()], ({ quantity }) => quantity))
      await recordFileQuantity(
        tx,
        same.map(({ id }) => id),
        units,
      );
  });
}
