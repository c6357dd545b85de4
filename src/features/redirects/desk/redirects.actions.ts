import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { fold } from '#src/shared/fold.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import {
  addRedirects,
  listRedirects,
  saveRedirect,
  type RedirectRefusal,
  type RedirectRow,
} from '../server/edit-redirects.service.ts';
import { isWaiting } from '../server/redirects.service.ts';
import { MOST_BYTES, redirectText } from '../server/redirects-file.ts';

/** The rows that contain a text, each with its digest. */
export function findRedirects({ ctx }: OpenDesk, q: string): RedirectRow[] {
  const wanted = fold(q);
  return listRedirects(ctx).filter(({ from, to }) => fold(`${from} ${to}`).includes(wanted));
}

/** The act of a row's page. `digest` is undefined for a new row. */
export async function actOnRedirect(
  open: OpenDesk,
  digest: string | undefined,
  form: DeskForm,
): Promise<Result<'redirectsSaved' | 'redirectsWait' | 'nothingChanged', DeskError>> {
  const row = form.text('act') === 'remove' ? undefined : { from: form.line('from'), to: form.line('to') };
  const saved = await saveRedirect(open.ctx, { digest, row });
  if (!saved.ok) {
    const { error } = saved;
    // Its form has only this row, so the message needs no line number.
    return fail(errorOf(open, error.kind === 'redirect_mistake' ? { ...error, line: undefined } : error));
  }
  if (saved.value === 'nothingChanged') return ok('nothingChanged');
  return ok(row && (await isWaiting(open.ctx, row.to)) ? 'redirectsWait' : 'redirectsSaved');
}

/** Adds the rows of a file. */
export async function actOnRedirectsFile(
  open: OpenDesk,
  form: DeskForm,
): Promise<Result<{ added: number }, DeskError>> {
  const file = form.file('file');
  if (!file || file.size > MOST_BYTES)
    return fail({ kind: 'redirects_file', values: { megabytes: MOST_BYTES / 1024 ** 2 }, marked: ['file'] });
  const added = await addRedirects(open.ctx, new Uint8Array(await file.arrayBuffer()));
  return added.ok ? added : fail({ ...errorOf(open, added.error), marked: ['file'] });
}

const TARGETS = new Set(['to', 'same', 'chain', 'gone', 'noPage']);

function errorOf({ t }: OpenDesk, refusal: RedirectRefusal): DeskError {
  if (refusal.kind !== 'redirect_mistake') return refusal;
  const { mistake, line } = refusal;
  const field = TARGETS.has(mistake) ? 'to' : 'from';
  const isOfFile = mistake === 'file' || mistake === 'tooMany';
  const where = t(`converting:redirects.${isOfFile ? 'file' : field}`);
  const place = line === undefined ? where : t('converting:redirects.place', { line, field: where });
  return { kind: 'redirect_refused', values: { what: `${place} ${redirectText(mistake, t)}` }, marked: [field] };
}
