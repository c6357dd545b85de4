import { mistakesIn, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { fold } from '#src/shared/fold.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { listWords, saveWords, WORD_LISTS, type WordList, type WordRow } from '../server/edit-words.service.ts';

export const isWordList = (name: string | undefined): name is WordList =>
  name !== undefined && Object.hasOwn(WORD_LISTS, name);

/** The columns with words, one per language. */
export const WORD_COLUMNS = LOCALE_CODES.map((locale) => ({
  column: LOCALES[locale].csv,
  language: LOCALES[locale].label,
  locale,
}));

/** The rows that contain a word, or its beginning. */
export function findWords({ ctx }: OpenDesk, list: WordList, word: string): WordRow[] {
  const wanted = fold(word.trim());
  return listWords(ctx, list).filter(({ cells }) => fold(Object.values(cells).join(', ')).includes(wanted));
}

/** The act of a row's page. `digest` is undefined for a new row. */
export async function actOnWords(
  { ctx, t }: OpenDesk,
  list: WordList,
  digest: string | undefined,
  form: DeskForm,
): Promise<Result<'wordsSaved' | 'nothingChanged', DeskError>> {
  const columns = [...WORD_COLUMNS.map(({ column }) => column), ...(list === 'notSold' ? ['category'] : [])];
  const cells =
    form.text('act') === 'remove'
      ? undefined
      : Object.fromEntries(columns.map((column) => [column, form.line(column)]));
  const saved = await saveWords(ctx, list, { digest, cells });
  if (saved.ok) return ok(saved.value === 'saved' ? 'wordsSaved' : 'nothingChanged');
  if (saved.error.kind !== 'content_mistakes') return fail(saved.error);
  const languages = new Map<string, string>(WORD_COLUMNS.map(({ column, language }) => [column, language]));
  // The page shows the requirements of a row above the form.
  const placeOf = (field = '') => languages.get(field) ?? t(field ? 'desk:words.category' : 'desk:words.twoTerms');
  const fields = saved.error.mistakes.map(({ field }) => field);
  // Terms are missing in all columns together.
  const isShort = fields.includes(undefined);
  const marked = columns.filter((column) => fields.includes(column) || (isShort && languages.has(column)));
  return fail({
    kind: 'content_mistakes',
    values: { where: [...new Set(fields.map(placeOf))].join(', ') },
    marked,
    mistakes: mistakesIn(t, marked, (column) => placeOf(fields.find((field) => field === column))),
  });
}
