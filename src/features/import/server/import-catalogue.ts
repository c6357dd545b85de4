import path from 'node:path';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { findCategorySlugs, findPicturesAndTexts } from './catalogue-import.repository.ts';
import { PictureError, PRODUCT_PICTURE, storePicture } from '#src/features/catalogue/server/media.ts';
import { toEntry } from './catalogue-entry.ts';
import { readCatalogueFiles, type CatalogueFiles } from './catalogue-files.ts';
import { checkCatalogue } from './check-catalogue.ts';
import type { Mistake } from './mistake.ts';
import { findPriceJumps } from './price-jumps.ts';
import { renderRichText } from './rich-text.ts';
import { ImportRefused, writeCatalogue, type ImportReport } from './write-catalogue.ts';

type ImportStep = 'pictures' | 'products';

export interface ImportOptions {
  /** A catalogue folder or a products CSV. */
  source: string;
  /** If true, the import does not withdraw products that are missing from the source. */
  partial?: boolean;
  /** If true, a price that changes by more than half is a mistake. */
  refusesJumps?: boolean;
  onProgress?: (step: ImportStep, done: number, total: number) => void;
}

/** Reads and validates all files, then writes them in one transaction. A single mistake prevents every write. */
export async function importCatalogue(
  ctx: Context,
  { source, partial = false, refusesJumps = false, onProgress = () => {} }: ImportOptions,
): Promise<Result<ImportReport, Mistake[]>> {
  const { files, mistakes } = await readAndCheck(ctx, source);
  if (refusesJumps && mistakes.length === 0) mistakes.push(...(await findPriceJumps(ctx.db.read, files)));
  if (mistakes.length) return fail(mistakes);

  const pictures = await storePictures(ctx, source, files, mistakes, (done, total) => onProgress('pictures', done, total));
  if (mistakes.length) return fail(mistakes);

  const kept = files.isTable ? await findPicturesAndTexts(ctx.db.read) : undefined;
  const entries = files.products.map(({ file, line, row }) => {
    const own = kept?.get(row.cod_catalog) ?? {
      infoHtml: rendered(files.texts.get(row.cod_catalog) ?? {}),
      pictures: pictures.get(row.cod_catalog) ?? [],
    };
    return { ...toEntry(row, own.infoHtml, own.pictures), file, line };
  });
  const history = Map.groupBy(
    files.prices.map(({ row }) => row),
    (row) => row.cod_catalog,
  );
  const categories = files.categories?.map(({ row }) => row);
  try {
    return ok(await writeCatalogue(ctx, { categories, entries, history, partial }, (done, total) => onProgress('products', done, total)));
  } catch (error) {
    if (error instanceof ImportRefused) return fail(error.mistakes);
    throw error;
  }
}

const rendered = (markdown: Partial<Record<Locale, string>>): Partial<Record<Locale, string>> =>
  Object.fromEntries(Object.entries(markdown).map(([locale, text]) => [locale, renderRichText(text)]));

/** Reads the files and collects all mistakes, without writing anything. */
export async function readAndCheck(ctx: Context, source: string): Promise<{ files: CatalogueFiles; mistakes: Mistake[] }> {
  const mistakes: Mistake[] = [];
  const files = await readCatalogueFiles(source, mistakes);
  const today = ctx.now().toISOString().slice(0, 10);
  mistakes.push(...checkCatalogue(files, await findCategorySlugs(ctx.db.read), today));
  return { files, mistakes };
}

async function storePictures(
  ctx: Context,
  source: string,
  { pictures }: CatalogueFiles,
  mistakes: Mistake[],
  onProgress: (done: number, total: number) => void,
) {
  const names = new Map<string, string[]>();
  const queue = [...pictures].flatMap(([code, all]) => all.map((file, index) => ({ code, file, index })));
  const total = queue.length;
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { code, file, index } = next;
      const own = names.get(code) ?? [];
      names.set(code, own);
      try {
        own[index] = await storePicture(ctx.config.mediaDir, file, PRODUCT_PICTURE);
      } catch (error) {
        if (!(error instanceof PictureError)) throw error;
        mistakes.push({ file: path.relative(source, file), message: error.message });
      }
      onProgress(total - queue.length, total);
    }
  };
  // sharp uses its own threads, so a few pictures at once keep all cores busy.
  await Promise.all(Array.from({ length: 3 }, worker));
  return names;
}
