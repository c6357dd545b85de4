import { randomUUID } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import type { RefundRow } from '#src/server/db/tables/orders.ts';
import type { PaypalError, PaypalRefund } from '#src/server/gateways/paypal.ts';
import type { Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { restockCheckout } from './hold.ts';
import type { StoredOrder } from './order.repository.ts';
import { findRefundsOf, insertRefund, lockPayment, updateRefund } from './payment.repository.ts';
import { noteRefundOf, recordFailure, recordRefund, sumOf } from './refund-record.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** PayPal remembers a refund's Request-Id for 45 days; later the same request would pay again. */
const SAFE_MS = 44 * 24 * HOUR_MS;

const later = ({ now }: Pick<Context, 'now'>, ms: number) => new Date(now().getTime() + ms).toISOString();

/** The row of a refund, to be stored before the call to PayPal. */
export const newRefund = (ctx: Context, row: Pick<RefundRow, 'request_id' | 'capture_id' | 'amount_cents' | 'reason'>): RefundRow => ({
  ...row,
  paypal_refund_id: null,
  status: 'requested',
  check_at: later(ctx, MINUTE_MS),
  created_at: ctx.now().toISOString(),
});

export type RefundRefusal = PaypalError | { kind: 'nothing_to_refund'; left: Cents } | { kind: 'part_restocks_nothing'; left: Cents };

/** Refunds an order's remaining money or a part of it. `restock` returns the units to the stock; it needs a full refund. */
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
    // A partial refund does not say which units come back, so restocking could sell units that the buyer keeps.
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

/** Sends a stored refund to PayPal; repeating the request pays once. */
export async function sendRefund(ctx: Context, row: RefundRow): Promise<Result<PaypalRefund, PaypalError>> {
  const { request_id: id, capture_id: captureId, amount_cents: amount } = row;
  if (Date.parse(row.created_at) + SAFE_MS < ctx.now().getTime()) {
    ctx.log.error({ capture: captureId, refund: id }, 'refund given up: look at PayPal what became of it');
    await ctx.db.write((tx) => updateRefund(tx, id, { check_at: null }));
    return fail({ kind: 'rejected', issue: 'TOO_OLD' });
  }
  // A mismatched capture may have another currency, so PayPal refunds all that is left of it, whatever the amount.
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

/** Whether PayPal will never make this refund. */
export const isFinal = ({ kind }: PaypalError): boolean => kind === 'already_refunded' || kind === 'not_found';

/**
 * Stores a refund that PayPal reported: the shop's own, or one that the owner made in PayPal's pages. False to try again
 * later, because its capture is unknown or the shop's own refund is still waiting for its answer.
 */
export async function noteRefund(ctx: Context, refund: PaypalRefund): Promise<boolean> {
  return ctx.db.write(async (tx) => {
    const payment = refund.captureId ? await lockPayment(ctx.db, tx, refund.captureId) : undefined;
    return payment ? noteRefundOf(ctx, tx, payment, refund) : false;
  });
}
