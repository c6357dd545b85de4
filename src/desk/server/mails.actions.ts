import { recordAct } from '#src/server/audit/audit.ts';
import { retryMails } from '#src/server/outbox/outbox.repository.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { DeskError } from './desk-error.ts';
import type { DeskForm } from './desk-form.ts';
import type { OpenDesk } from './guard.ts';

/** Sends one unsent mail again, or all of them; returns their number. */
export async function actOnMails({ ctx }: OpenDesk, form: DeskForm): Promise<Result<number, DeskError>> {
  const id = form.text('mail');
  if (!id && form.text('act') !== 'retryAll') return fail({ kind: 'invalid_input' });
  return ctx.db.write(async (tx) => {
    const count = await retryMails(tx, ctx.now().toISOString(), id || undefined);
    if (count > 0) await recordAct(ctx, tx, { act: 'shop.retryMails', subject: 'shop', id: 'mails', after: { count } });
    return ok(count);
  });
}
