import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PictureError, PRODUCT_PICTURE, storePicture } from '#src/features/catalogue/server/media.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { openPictures } from '#src/server/picture-store.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { inParallel } from '#src/shared/in-parallel.ts';
import { fail, type Result } from '#src/shared/result.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { categoryOf, versionDigest, picturesOf } from '../catalogue-fields.ts';
import { readCatalogueFiles, type CatalogueFiles } from './catalogue-files.ts';
import { findAllForImport, findCategorySlugs } from '../catalogue-read.repository.ts';
import { recordCompiled } from '../catalogue-write.repository.ts';
import { checkCatalogue, checkProducts } from '../checks/check-catalogue.ts';
import { checkFamilies, checkFamiliesOf, toMember } from '../checks/check-families.ts';
import { compileDigest, compileEntry, placeProduct, type PlacedProduct } from '../compile-product.ts';
import { mergeFiles, type MergedCatalogue, type MergeOptions } from './merge-files.ts';
import type { Choice } from '../merge-versions.ts';
import { CatalogueRefused, tryInCatalogue } from '../catalogue-lock.ts';
import { keepOriginal } from '../originals.ts';
import { guardImport, type ImportGuard } from './import-guard.ts';
import { insertPublication } from '../publications.repository.ts';
import { applyTargets } from '../publish.service.ts';
import { findFollowers } from '../short-dated/follow-products.ts';
import { findStoredPictures, saveSources, saveStoredPictures, saveVersions } from '../sources.repository.ts';
import { writeCatalogue, type ImportReport } from '../write-catalogue.ts';

type ImportStep = 'pictures' | 'products';

export interface ImportOptions {
  /** A catalogue folder or a products CSV. */
  source: string;
  /** If true, the import does not withdraw products that are missing from the source. */
  partial?: boolean;
  /** Refuses prices that change by more than half, and a loss of many products; undefined: accepts everything. */
  guard?: ImportGuard | undefined;
  /** Which side wins for a code or slug that files and desk both changed; without a choice that is a mistake. */
  choose?: (key: string) => Choice;
  /**
   * Codes and slugs in the options. An unknown one is a mistake, and perhaps the folder that was meant as the source.
   */
  named?: readonly string[];
  /**
   * Digest of the shop's code. Products that it has already compiled from the same record are skipped; undefined:
   * compiles all.
   */
  code?: string;
  onProgress?: (step: ImportStep, done: number, total: number) => void;
}

/**
 * Reads and validates all files, merges them with the changes of the desk, and writes everything in one transaction. A
 * single mistake prevents every write.
 */
export async function importCatalogue(
  ctx: Context,
  { source, partial = false, guard, choose = () => undefined, named = [], code, onProgress = () => {} }: ImportOptions,
): Promise<Result<ImportReport, Mistake[]>> {
  const { files, mistakes } = await readAndCheck(ctx, source, partial);
  if (mistakes.length) return fail(mistakes);

  const pictures = await storePictures(ctx, source, files, mistakes, (done, total) =>
    onProgress('pictures', done, total),
  );
  if (mistakes.length) return fail(mistakes);

  const options = { source, partial, guard, choose, named, code, now: ctx.now().toISOString() };
  return tryInCatalogue(ctx, (tx) =>
    writeFiles(ctx, tx, files, pictures, options, (done, total) => onProgress('products', done, total)),
  );
}

async function writeFiles(
  ctx: Context,
  tx: Writer,
  files: CatalogueFiles,
  { originals, stored }: StoredPictures,
  options: MergeOptions & Pick<ImportOptions, 'source' | 'code' | 'guard' | 'named'>,
  onProgress: (done: number, total: number) => void,
): Promise<ImportReport> {
  const merged = await mergeFiles(tx, files, originals, options);
  if (!files.isWhole) await refuseUnknownTexts(tx, files, merged.unknown);
  refuseUnknownNames(merged, options);
  if (merged.conflicts.length) throw new CatalogueRefused(merged.conflicts);
  const products = await checkMerged(tx, files, merged);
  if (options.guard) await guardImport(tx, products, merged, options.guard, options);
  await saveStoredPictures(tx, stored);
  const { entries, kept } = await compileChanged(
    tx,
    products.filter(({ isInFiles }) => isInFiles),
    merged.settled,
    options.code,
  );
  const history = Map.groupBy(
    files.prices.map(({ row }) => row),
    (row) => row.cod_catalog,
  );
  const categories = merged.categories && [...merged.categories].map(([slug, fields]) => categoryOf(slug, fields));
  const isGone = (code: string) => !options.partial && !merged.products.has(code);
  const report = await writeCatalogue(ctx, tx, { categories, entries, kept, history, isGone }, onProgress);

  await saveVersions(tx, merged.records);
  await saveSources(tx, merged.rows);
  const publication = { at: options.now, who: ctx.actor?.who ?? '', origin: 'import' as const };
  if (merged.changes.length > 0) await insertPublication(tx, publication, merged.changes);
  const followers = await findFollowers(tx, merged.changes);
  await applyTargets(ctx, tx, followers, { acceptsJumps: true, origin: 'import' });
  return report;
}

/** Skips products that this code has already compiled, because the texts of thousands of products take seconds. */
async function compileChanged(
  tx: Writer,
  products: PlacedProduct[],
  settled: ReadonlyMap<string, string>,
  code: string | undefined,
) {
  const rows = new Map((await findAllForImport(tx)).map((row) => [row.cod_catalog, row]));
  const isKept = ({ row: { cod_catalog } }: PlacedProduct): boolean => {
    const [row, record] = [rows.get(cod_catalog), settled.get(cod_catalog)];
    if (!row || row.withdrawn_at !== null || code === undefined || record === undefined) return false;
    return row.compiled_of === compileDigest(code, record, row.digest);
  };
  const { kept = [], changed = [] } = Object.groupBy(products, (product) => (isKept(product) ? 'kept' : 'changed'));
  const stored = await findStoredPictures(
    tx,
    changed.flatMap(({ fields }) => picturesOf(fields)),
  );
  const entries = changed.map(({ file, line, row, fields }) => {
    const { columns, ...entry } = compileEntry({ row, fields }, stored);
    const record = settled.get(columns.cod_catalog) ?? versionDigest(fields);
    const compiled_of = code === undefined ? null : compileDigest(code, record, columns.digest);
    return { ...entry, columns: { ...columns, compiled_of }, file, line };
  });
  const stale = entries.flatMap(({ columns: { cod_catalog, digest, compiled_of } }) => {
    const row = rows.get(cod_catalog);
    return row?.digest === digest && compiled_of !== null && row.compiled_of !== compiled_of
      ? [{ id: row.id, compiled_of }]
      : [];
  });
  await recordCompiled(tx, stale);
  return { entries, kept: kept.map(({ row }) => ({ code: row.cod_catalog, units: row.quantity_available })) };
}

function refuseUnknownNames(
  { keys }: MergedCatalogue,
  { source, named = [] }: Pick<ImportOptions, 'source' | 'named'>,
): void {
  const known = new Set([...keys].map((key) => key.toUpperCase()));
  const unknown = named.filter((name) => !known.has(name.toUpperCase()));
  if (unknown.length === 0) return;
  const message =
    `"${unknown.join(', ')}" is not a code of a product or category. Name the folder or table before --ours and ` +
    '--theirs.';
  throw new CatalogueRefused([{ file: path.basename(source), message }]);
}

/** A database of an earlier release has no source texts, so a table without texts would lose them. */
async function refuseUnknownTexts(tx: Writer, files: CatalogueFiles, unknown: ReadonlySet<string>): Promise<void> {
  const known = new Set((await findAllForImport(tx)).map((row) => row.cod_catalog));
  const at = files.products.find(({ row: { cod_catalog: code } }) => known.has(code) && unknown.has(code));
  if (!at) return;
  const message = 'was created by an older version. Import the catalogue folder once, then single tables.';
  throw new CatalogueRefused([{ file: at.file, line: at.line, field: 'cod_catalog', message }]);
}

/**
 * All products that are live after the import. Rows were checked per file; rows that the desk also changed are checked
 * again.
 */
async function checkMerged(
  tx: Writer,
  files: CatalogueFiles,
  merged: MergedCatalogue,
): Promise<(PlacedProduct & { isInFiles: boolean })[]> {
  const inFiles = new Map(files.products.map((at) => [at.row.cod_catalog, at]));
  const mistakes: Mistake[] = [];
  let isMixed = false;
  const products = [...merged.products].flatMap(([code, fields]) => {
    const at = inFiles.get(code);
    if (at && fields === merged.fromFiles.get(code)) return [{ ...at, fields, isInFiles: true }];
    isMixed = true;
    const placed = placeProduct(code, fields, mistakes, at);
    // The files' quantity is not a field of the record.
    const row = placed && { ...placed.row, quantity_available: at?.row.quantity_available ?? 0 };
    return placed && row ? [{ ...placed, row, isInFiles: at !== undefined }] : [];
  });
  if (isMixed) {
    mistakes.push(...checkProducts(products, new Set(merged.categories?.keys() ?? (await findCategorySlugs(tx)))));
  }
  mistakes.push(...checkFamilies(products.map(toMember)));
  if (mistakes.length) throw new CatalogueRefused(mistakes);
  return products;
}

/** Reads the files and collects all mistakes, without writing anything. */
export async function readAndCheck(
  ctx: Context,
  source: string,
  partial = false,
): Promise<{ files: CatalogueFiles; mistakes: Mistake[] }> {
  const mistakes: Mistake[] = [];
  const files = await readCatalogueFiles(source, mistakes, partial);
  const today = germanDay(ctx.now().toISOString());
  mistakes.push(...checkCatalogue(files, await findCategorySlugs(ctx.db.read), today));
  mistakes.push(...(await checkFamiliesOf(ctx.db.read, files.products)));
  return { files, mistakes };
}

interface StoredPictures {
  /** Names of the original files by catalogue code. */
  originals: Map<string, string[]>;
  /** Names of the stored pictures by original. */
  stored: Map<string, string>;
}

async function storePictures(
  ctx: Context,
  source: string,
  { pictures }: CatalogueFiles,
  mistakes: Mistake[],
  onProgress: (done: number, total: number) => void,
): Promise<StoredPictures> {
  const store = openPictures(ctx.config);
  const originals = new Map([...pictures].map(([code, all]): [string, string[]] => [code, Array<string>(all.length)]));
  const stored = new Map<string, string>();
  const files = [...pictures].flatMap(([code, all]) => all.map((file, index) => ({ code, file, index })));
  let done = 0;
  // sharp uses its own threads, so a few pictures at once keep all cores busy.
  await inParallel(
    files,
    async ({ code, file, index }) => {
      try {
        const bytes = readFileSync(file);
        const picture = await storePicture(store, bytes, PRODUCT_PICTURE);
        const original = await keepOriginal(store, bytes, path.extname(file));
        stored.set(original, picture);
        originals.get(code)![index] = original;
      } catch (error) {
        if (!(error instanceof PictureError)) throw error;
        mistakes.push({ file: path.relative(source, file), message: error.message });
      }
      onProgress(++done, files.length);
    },
    3,
  );
  return { originals, stored };
}
