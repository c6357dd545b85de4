import { randomUUID } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import type { RefundRow } from '#src/server/db/schema.ts';
import type { PaypalError, PaypalRefund } from '#src/server/gateways/paypal.ts';
import type { Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { restockCheckout } from './hold.ts';
import type { StoredOrder } from './order.repository.ts';
import { findRefundsOf, insertRefund, lockPayment, updateRefund } from './payment.repository.ts';
import { noteRefundOf, recordFailure, recordRefund, sumOf } from './refund-record.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** PayPal knows a refund's Request-Id for 45 days; later the same one would pay again. */
const SAFE_MS = 44 * 24 * HOUR_MS;

const later = ({ now }: Pick<Context, 'now'>, ms: number) => new Date(now().getTime() + ms).toISOString();

/** A refund to be written down before PayPal is asked for it. */
export const newRefund = (ctx: Context, row: Pick<RefundRow, 'request_id' | 'capture_id' | 'amount_cents' | 'reason'>): RefundRow => ({
  ...row,
  paypal_refund_id: null,
  status: 'requested',
  check_at: later(ctx, MINUTE_MS),
  created_at: ctx.now().toISOString(),
});

export type RefundRefusal = PaypalError | { kind: 'nothing_to_refund'; left: Cents } | { kind: 'part_restocks_nothing'; left: Cents };

/** Gives an order's money back, all of what is left or a part; with all of it the units go back into the stock when the owner says so. */
export async function refundOrder(
  ctx: Context,
  order: StoredOrder,
  { amount, restock }: { amount?: Cents; restock: boolean },
): Promise<Result<Cents, RefundRefusal>> {
  const prepared = await ctx.db.write(async (tx) => {
    const payment = order.captureId ? await lockPayment(ctx.db, tx, order.captureId) : undefined;
    if (payment?.status !== 'COMPLETED' && payment?.status !== 'PARTIALLY_REFUNDED') return { left: 0 };
    const left = payment.amount_cents - sumOf(await findRefundsOf(tx, payment.capture_id));
    const amount_cents = amount ?? left;
    if (amount_cents <= 0 || amount_cents > left) return { left };
    // Nobody knows which units a part is for: all would be sold again, those too that the buyer keeps.
    if (restock && amount_cents < left) return { left, kind: 'part_restocks_nothing' as const };
    const row = newRefund(ctx, { request_id: `owner-${randomUUID()}`, capture_id: payment.capture_id, amount_cents, reason: 'owner' });
    await insertRefund(tx, row);
    if (restock) await restockCheckout(tx, payment.checkout_id);
    return { row };
  });
  if (!prepared.row) return fail({ kind: prepared.kind ?? 'nothing_to_refund', left: prepared.left });
  const sent = await sendRefund(ctx, prepared.row);
  return sent.ok ? ok(prepared.row.amount_cents) : sent;
}

/** Asks PayPal for a refund that is written down; the same request again pays once. */
export async function sendRefund(ctx: Context, row: RefundRow): Promise<Result<PaypalRefund, PaypalError>> {
  const { request_id: id, capture_id: captureId, amount_cents: amount } = row;
  if (Date.parse(row.created_at) + SAFE_MS < ctx.now().getTime()) {
    ctx.log.error({ capture: captureId, refund: id }, 'refund given up: look at PayPal what became of it');
    await ctx.db.write((tx) => updateRefund(tx, id, { check_at: null }));
    return fail({ kind: 'rejected', issue: 'TOO_OLD' });
  }
  // Money that is not the checkout's may be of another currency: all of it goes back, whatever it is.
  const answer = await ctx.paypal.refundCapture(captureId, id, row.reason === 'mismatch' ? undefined : amount);
  await ctx.db.write(async (tx) => {
    await lockPayment(ctx.db, tx, captureId);
    if (answer.ok) return recordRefund(ctx, tx, row, answer.value);
    const { kind } = answer.error;
    ctx.log.error({ capture: captureId, refund: id, error: answer.error }, 'refund failed');
    if (isFinal(answer.error)) return recordFailure(ctx, tx, row);
    return updateRefund(tx, id, { check_at: later(ctx, kind === 'provider_down' ? MINUTE_MS : HOUR_MS) });
  });
  return answer;
}

/** Whether PayPal will never do that refund. */
export const isFinal = ({ kind }: PaypalError): boolean => kind === 'already_refunded' || kind === 'not_found';

/**
 * A refund that PayPal tells of: one of ours, or one that the owner made in PayPal's own pages. False when its capture is
 * unknown, or when it may be one of ours that is under way: then it is to be told again.
 */
export async function noteRefund(ctx: Context, refund: PaypalRefund): Promise<boolean> {
  return ctx.db.write(async (tx) => {
    const payment = refund.captureId ? await lockPayment(ctx.db, tx, refund.captureId) : undefined;
    return payment ? noteRefundOf(ctx, tx, payment, refund) : false;
  });
}
