import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import type { ContactMessageRow } from '#src/server/db/tables/records.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { MAX_MESSAGE } from '../contact.ts';
import { answerMessage, finishMessage } from '../server/contact.service.ts';

/** Acts on a message: answer it by mail, or mark it as done. */
export async function actOnMessage(
  { ctx }: OpenDesk,
  message: ContactMessageRow,
  form: DeskForm,
): Promise<Result<'answered' | 'finished', DeskError>> {
  if (form.text('act') === 'done') {
    await finishMessage(ctx, message);
    return ok('finished');
  }
  const text = form.text('answer').replaceAll('\r\n', '\n').slice(0, MAX_MESSAGE);
  if (!text) return fail({ kind: 'empty_answer', marked: ['answer'] });
  const isSent = await answerMessage(ctx, message, text, Number(form.text('seen')) || 0);
  return isSent ? ok('answered') : fail({ kind: 'answered_meanwhile' });
}
