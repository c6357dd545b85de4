import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { termWords } from '#src/features/search/synonyms.ts';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { text } from '#src/features/editing/server/cells.ts';
import { readTable } from '#src/server/content/csv-table.ts';
import type { Config } from '#src/settings/environment/config.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { formatOf } from '#src/features/editing/server/product-row.ts';

export const SYNONYMS = 'synonyms.csv';
const MAX_WORDS = 4;

const rowSchema = z.object(
  Object.fromEntries(LOCALE_CODES.map((locale) => [LOCALES[locale].csv, text(300).optional()])),
);

/** The folder with the search's files. */
export const searchFolder = ({ contentDir }: Pick<Config, 'contentDir'>): string => path.join(contentDir, 'search');

interface SynonymsFile {
  groups: string[][];
  mistakes: Mistake[];
}

/**
 * Reads the synonym groups of a folder's synonyms.csv and all mistakes in the file. Rows with a mistake are skipped.
 */
export const readSynonyms = async (folder: string): Promise<SynonymsFile> =>
  parseSynonyms(await readFile(path.join(folder, SYNONYMS)));

export function parseSynonyms(bytes: Uint8Array): SynonymsFile {
  const name = SYNONYMS;
  const mistakes: Mistake[] = [];
  const groups = readTable(name, bytes, formatOf(rowSchema), mistakes).flatMap(({ line, cells }) => {
    const before = mistakes.length;
    const terms = Object.entries(cells).flatMap(([field, cell]) => {
      const problem = rowSchema.safeParse({ [field]: cell }).error?.issues[0]?.message;
      if (problem) mistakes.push({ file: name, line, field, message: problem });
      return problem ? [] : termsOf(cell).map((term) => ({ field, term }));
    });
    for (const { field, term } of terms) {
      const words = termWords(term);
      if (words.length === 0)
        mistakes.push({ file: name, line, field, message: `"${term}" is not a word. Write words between the commas.` });
      else if (words.length > MAX_WORDS)
        mistakes.push({
          file: name,
          line,
          field,
          message: `"${term}" has more than ${MAX_WORDS} words. Shorten it, or part it by commas.`,
        });
    }
    if (terms.length < 2 && mistakes.length === before)
      mistakes.push({
        file: name,
        line,
        message: 'names nothing that means the same. Write at least two terms, or remove the row.',
      });
    return mistakes.length === before ? [terms.map(({ term }) => term)] : [];
  });
  return { groups, mistakes };
}

/** The terms of a cell, separated by commas. */
export const termsOf = (cell: string): string[] =>
  cell
    .split(',')
    .map((term) => term.trim())
    .filter(Boolean);
