import { editTable, type EditedTable } from '#src/features/editing/server/edit-table.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { changeContent, type ReadOnlyContent } from '#src/server/content/change-content.ts';
import { digestOf, readContentText } from '#src/server/content/content-file.ts';
import type { Context } from '#src/server/context.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { NOT_SOLD, parseNotSold } from './not-sold-file.ts';
import { parseSynonyms, SYNONYMS } from './synonyms-file.ts';

/** The two word lists of the search. */
export const WORD_LISTS = { synonyms: SYNONYMS, notSold: NOT_SOLD } as const;
export type WordList = keyof typeof WORD_LISTS;

type Cells = Record<string, string>;

export interface WordRow {
  cells: Cells;
  /** Detects changes by others, and finds the row again after it was moved. */
  digest: string;
}

export type WordsRefusal =
  | ReadOnlyContent
  | { kind: 'row_changed' }
  | { kind: 'content_mistakes'; mistakes: Mistake[] };

const fileOf = (list: WordList): string => `search/${WORD_LISTS[list]}`;
const digestOfRow = (cells: Cells): string => digestOf(JSON.stringify(cells));

/** The current rows of a list's file. */
export const listWords = ({ config }: Pick<Context, 'config'>, list: WordList): WordRow[] =>
  editTable(readContentText(config, fileOf(list))).rows.map((cells) => ({ cells, digest: digestOfRow(cells) }));

/** Adds a row (`digest` undefined), changes one, or removes it (`cells` undefined). */
export function saveWords(
  ctx: Context,
  list: WordList,
  { digest, cells }: { digest: string | undefined; cells: Cells | undefined },
): Promise<Result<'saved' | 'nothingChanged', WordsRefusal>> {
  const file = fileOf(list);
  return changeContent<WordsRefusal>(ctx, file, (text) => {
    const table = editTable(text);
    const at = digest === undefined ? table.rows.length : table.rows.findIndex((row) => digestOfRow(row) === digest);
    if (at < 0) return fail({ kind: 'row_changed' });
    const before = table.rows[at];
    const after = cells && { ...before, ...cells };
    const rows = table.rows.toSpliced(at, 1, ...(after ? [after] : []));
    const mistakes = mistakesAt(list, table, rows, after && at);
    if (mistakes.length > 0) return fail({ kind: 'content_mistakes', mistakes });
    if (before && after && digestOfRow(after) === digest) return ok({ files: {}, act: undefined });
    return ok({
      files: { [file]: table.write(rows) },
      act: { act: 'texts.words', subject: 'content', id: file, before, after },
    });
  });
}

/** Mistakes of one row. The search skips other rows with mistakes, so they need not be corrected first. */
function mistakesAt(list: WordList, table: EditedTable, rows: Cells[], at: number | undefined): Mistake[] {
  if (at === undefined) return [];
  const alone = Buffer.from(table.write([rows[at]!]));
  return (list === 'synonyms' ? parseSynonyms(alone) : parseNotSold(alone)).mistakes;
}
