import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { text } from '#src/features/editing/server/cells.ts';
import { readTable } from '#src/server/content/csv-table.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { formatOf } from '#src/features/editing/server/product-row.ts';
import type { NotSoldRow } from '#src/features/search/not-sold.ts';
import { termsOf } from './synonyms-file.ts';

export const NOT_SOLD = 'not-sold.csv';
const TERM_COLUMNS = LOCALE_CODES.map((locale) => LOCALES[locale].csv);
const rowSchema = z.object({
  ...Object.fromEntries(TERM_COLUMNS.map((column) => [column, text(300).optional()])),
  category: text(100),
});

interface NotSoldFile {
  rows: NotSoldRow[];
  mistakes: Mistake[];
}

/** The terms in a folder's not-sold.csv, and its mistakes; a row with a mistake is skipped. */
export const readNotSold = async (folder: string): Promise<NotSoldFile> =>
  parseNotSold(await readFile(path.join(folder, NOT_SOLD)));

export function parseNotSold(bytes: Uint8Array): NotSoldFile {
  const name = NOT_SOLD;
  const mistakes: Mistake[] = [];
  const rows = readTable(name, bytes, formatOf(rowSchema), mistakes).flatMap(({ line, cells }) => {
    const { success, error } = rowSchema.safeParse(cells);
    for (const { path: at, message } of error?.issues ?? [])
      mistakes.push({ file: name, line, field: String(at[0]), message });
    const terms = TERM_COLUMNS.flatMap((column) => termsOf(cells[column] ?? ''));
    return success ? [{ terms, category: cells.category ?? '' }] : [];
  });
  return { rows, mistakes };
}
