import { editTable } from '#src/features/editing/server/edit-table.ts';
import { changeContent, type ReadOnlyContent } from '#src/server/content/change-content.ts';
import { digestOf, readContentText } from '#src/server/content/content-file.ts';
import type { Context } from '#src/server/context.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { keyOf, type Redirect, type RedirectMistake } from '../redirects.ts';
import { parseRedirects, REDIRECTS, type RedirectsFile } from './redirects-file.ts';
import { mistakesInShop } from './redirects.service.ts';

const EMPTY = 'from,to\n';

export interface RedirectRow extends Redirect {
  /** Detects changes by others. */
  digest: string;
}

type Found = RedirectsFile['mistakes'];

export type RedirectRefusal =
  | ReadOnlyContent
  | { kind: 'row_changed' }
  /** `line`: of the file that was added. */
  | { kind: 'redirect_mistake'; mistake: RedirectMistake; line: number | undefined };

const digestOfRow = ({ from, to }: Redirect): string => digestOf(JSON.stringify([from, to]));
const tableOf = (text: string) => editTable(text.trim() === '' ? EMPTY : text);
const rowOf = ({ from = '', to = '' }: Record<string, string>): Redirect => ({ from, to });

/** The rows of the file as they are written. */
export const listRedirects = ({ config }: Pick<Context, 'config'>): RedirectRow[] =>
  tableOf(readContentText(config, REDIRECTS)).rows.map((cells) => ({
    ...rowOf(cells),
    digest: digestOfRow(rowOf(cells)),
  }));

const refuse = ({ kind, line }: Found[number]) => fail({ kind: 'redirect_mistake' as const, mistake: kind, line });

/** Adds a row (`digest` undefined), changes one, or removes it (`row` undefined). */
export async function saveRedirect(
  ctx: Context,
  { digest, row }: { digest: string | undefined; row: Redirect | undefined },
): Promise<Result<'saved' | 'nothingChanged', RedirectRefusal>> {
  const wrong = row && (await mistakesAlone(ctx, [row]))[0];
  // A target without a page may be an address that is redirected itself, which says more.
  if (wrong && wrong.kind !== 'noPage') return refuse(wrong);
  return changeContent<RedirectRefusal>(ctx, REDIRECTS, (text) => {
    const table = tableOf(text);
    const at =
      digest === undefined ? table.rows.length : table.rows.findIndex((cells) => digestOfRow(rowOf(cells)) === digest);
    if (at < 0) return fail({ kind: 'row_changed' });
    const before = table.rows[at];
    if (before && row && digestOfRow(row) === digest) return ok({ files: {}, act: undefined });
    const rows = table.rows.toSpliced(at, 1, ...(row ? [{ ...before, ...row }] : []));
    const written = table.write(rows);
    const refused = (row && firstNew(text, written)) ?? wrong;
    if (refused) return refuse(refused);
    return ok({
      files: { [REDIRECTS]: written },
      act: { act: 'texts.redirects', subject: 'content', id: REDIRECTS, before, after: row && { ...row } },
    });
  });
}

/** Adds the rows of another file, such as that of a converted shop; its addresses that are known already stay. */
export async function addRedirects(
  ctx: Context,
  bytes: Uint8Array,
): Promise<Result<{ added: number }, RedirectRefusal>> {
  const { rows, mistakes } = parseRedirects(bytes);
  const wrong = mistakes[0] ?? (await mistakesInShop(ctx, rows))[0];
  if (wrong) return refuse(wrong);
  let added = 0;
  const saved = await changeContent<RedirectRefusal>(ctx, REDIRECTS, (text) => {
    const table = tableOf(text);
    const known = new Set(table.rows.map(({ from = '' }) => keyOf(from)));
    const fresh = rows.filter(({ from }) => !known.has(keyOf(from))).map(({ from, to }) => ({ from, to }));
    added = fresh.length;
    if (added === 0) return ok({ files: {}, act: undefined });
    const written = table.write([...table.rows, ...fresh]);
    const broken = firstNew(text, written);
    if (broken) return refuse({ ...broken, line: undefined });
    const act = { act: 'texts.redirectsAdd', subject: 'content', id: REDIRECTS, after: { count: added } } as const;
    return ok({ files: { [REDIRECTS]: written }, act });
  });
  return saved.ok ? ok({ added }) : saved;
}

async function mistakesAlone(ctx: Context, rows: Redirect[]): Promise<Found> {
  const { mistakes, rows: right } = parseRedirects(Buffer.from(tableOf(EMPTY).write(rows.map((row) => ({ ...row })))));
  return [...mistakes, ...(await mistakesInShop(ctx, right))];
}

/** A mistake that the change adds, such as a chain with another row. Older ones need not be corrected first. */
function firstNew(before: string, after: string): Found[number] | undefined {
  const [old, found] = [before, after].map((text) => parseRedirects(Buffer.from(text === '' ? EMPTY : text)).mistakes);
  return found!.length > old!.length ? found!.at(-1) : undefined;
}
