import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { CaseAnswerRow } from '#src/server/db/tables/orders.ts';
import type { PaypalError } from '#src/server/gateways/paypal.ts';
import { withLease } from '#src/server/db/lease.ts';
import { tryStep } from '#src/server/try-step.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { lockCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { findOrder, findOrderOfCheckout, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { findCase } from '#src/features/orders/server/payment-case.repository.ts';
import { claimDueAnswers, findAnswer, saveAnswer, updateAnswer } from './case-answer.repository.ts';
import { packEvidence } from './case-evidence.ts';

/** Longer than a call with its retries, so that no other process sends the same answer meanwhile. */
const CLAIM_MS = 10 * 60_000;
export const MOST_NOTE = 2000;

export interface CaseAnswer {
  caseId: string;
  kind: CaseAnswerRow['kind'];
  /** The shop's words to PayPal. */
  note: string;
  who?: string | undefined;
}

export type AnswerRefusal =
  | { kind: 'case_closed' | 'case_answered' | 'case_no_note' }
  /** PayPal does not take the answer. */
  | { kind: 'case_refused'; issue: string };

/** `waits`: PayPal did not respond; the shop asks it again. */
export type Answered = 'sent' | 'waits';

/** Answers a dispute at PayPal. The answer is stored first, so that it is sent once, however often it is asked for. */
export async function answerCase(
  ctx: Context,
  { checkoutId, orderNumber }: StoredOrder,
  { caseId, kind, note, who }: CaseAnswer,
): Promise<Result<Answered, AnswerRefusal>> {
  const stored = await ctx.db.write(async (tx): Promise<Result<CaseAnswerRow, AnswerRefusal>> => {
    await lockCheckout(ctx.db, tx, checkoutId);
    const row = await findCase(tx, { id: caseId, checkout_id: checkoutId });
    if (row?.kind !== 'dispute' || row.state !== 'open') return fail({ kind: 'case_closed' });
    const words = note.trim().slice(0, MOST_NOTE);
    if (words === '') return fail({ kind: 'case_no_note' });
    const known = await findAnswer(tx, { case_id: caseId, kind });
    if (known && known.state !== 'refused') return fail({ kind: 'case_answered' });
    const now = ctx.now();
    const answer: CaseAnswerRow = {
      ...{ case_id: caseId, checkout_id: checkoutId, kind, state: 'requested', note: words },
      ...{ issue: null, asked_by: who ?? null, asked_at: now.toISOString(), sent_at: null },
      check_at: new Date(now.getTime() + CLAIM_MS).toISOString(),
    };
    await saveAnswer(tx, answer);
    const act = kind === 'evidence' ? 'order.sendEvidence' : 'order.acceptClaim';
    await recordAct(ctx, tx, { act, subject: 'order', id: orderNumber, after: { case: caseId, text: words } });
    return ok(answer);
  });
  return stored.ok ? sendAnswer(ctx, stored.value) : stored;
}

/** Sends the answers that got no response. Each is claimed first, so two processes never send the same one. */
export async function sendDueAnswers(ctx: Context): Promise<void> {
  await withLease(ctx, 'case-answers', async () => {
    const now = ctx.now();
    const next = new Date(now.getTime() + CLAIM_MS).toISOString();
    for (const row of await ctx.db.write((tx) => claimDueAnswers(tx, now.toISOString(), next)))
      await tryStep(ctx, { subject: row.case_id, failed: 'answer to a dispute not sent' }, () => sendAnswer(ctx, row));
  });
}

/**
 * Asks PayPal first whether it still waits for the shop: an earlier try may have arrived although its response was
 * lost.
 */
async function sendAnswer(ctx: Context, row: CaseAnswerRow): Promise<Result<Answered, AnswerRefusal>> {
  const dispute = await ctx.paypal.getDispute(row.case_id);
  if (!dispute.ok) return recordError(ctx, row, dispute.error);
  if (!dispute.value.isOurTurn) return row.sent_at === null ? recordTooLate(ctx, row) : recordSent(ctx, row);
  const placed = await findOrderOfCheckout(ctx.db.read, row.checkout_id);
  const order = placed && (await findOrder(ctx.db.read, placed.id));
  if (!order) return recordError(ctx, row, { kind: 'not_found', issue: 'NO_ORDER' });
  // Stored before the call: if its response is lost, or this process dies, PayPal may have the answer.
  const sent_at = ctx.now().toISOString();
  await ctx.db.write((tx) => updateAnswer(tx, row, { sent_at }));
  const sent =
    row.kind === 'evidence'
      ? await ctx.paypal.sendEvidence(row.case_id, await packEvidence(ctx, order, row.note))
      : await ctx.paypal.acceptClaim(row.case_id, row.note);
  if (!sent.ok) return recordError(ctx, row, sent.error);
  return recordSent(ctx, row);
}

async function recordSent(ctx: Context, row: CaseAnswerRow): Promise<Result<Answered, never>> {
  await ctx.db.write((tx) => updateAnswer(tx, row, { state: 'sent', issue: null, check_at: null }));
  return ok('sent');
}

/** PayPal did not wait for the shop any more before the first try. */
const recordTooLate = (ctx: Context, row: CaseAnswerRow): Promise<Result<Answered, AnswerRefusal>> =>
  recordError(ctx, row, { kind: 'rejected', issue: 'NOT_WAITING_FOR_SELLER' });

/** An answer without a response, or one that PayPal takes later, is tried again. */
async function recordError(
  ctx: Context,
  row: CaseAnswerRow,
  { kind, issue }: PaypalError,
): Promise<Result<Answered, AnswerRefusal>> {
  if (kind === 'provider_down' || kind === 'not_now') {
    await ctx.db.write((tx) => updateAnswer(tx, row, { issue, ...(kind === 'not_now' && { sent_at: row.sent_at }) }));
    return ok('waits');
  }
  await ctx.db.write((tx) => updateAnswer(tx, row, { state: 'refused', issue, sent_at: null, check_at: null }));
  return fail({ kind: 'case_refused', issue });
}
