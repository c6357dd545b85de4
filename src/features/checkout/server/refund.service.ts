import { randomUUID } from 'node:crypto';
import { returnStock } from '#src/features/catalogue/server/stock.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { PaypalCapture, PaypalError, PaypalRefund } from '#src/server/gateways/paypal.ts';
import type { Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { findCheckout, updateCheckout } from './checkout.repository.ts';
import { stockLinesOf } from './hold.ts';
import { enqueueRefundNotice, enqueueStrayMoneyNotice } from './order-mails.ts';
import { findOrderOfCheckout, updateOrder, type StoredOrder } from './order.repository.ts';
import {
  findPayment,
  findRefundByPaypalId,
  findRefundsOf,
  insertPayment,
  insertRefund,
  updatePayment,
  updateRefund,
} from './payment.repository.ts';

const RETRY_MS = 60_000;
const PENDING_RETRY_MS = 3600_000;

const later = ({ now }: Pick<Context, 'now'>, ms: number) => new Date(now().getTime() + ms).toISOString();

/** Gives money back that came for a checkout which can't become an order any more: written down first, then sent, then told. */
export async function giveBackStrayMoney(ctx: Context, checkoutId: string, capture: PaypalCapture): Promise<void> {
  const requestId = `stray-${capture.id}`;
  const isNew = await ctx.db.write(async (tx) => {
    const at = ctx.now().toISOString();
    const settled = capture.status !== 'PENDING';
    const values = { status: capture.status, check_at: settled ? null : later(ctx, PENDING_RETRY_MS), updated_at: at };
    await insertPayment(tx, {
      capture_id: capture.id,
      checkout_id: checkoutId,
      amount_cents: capture.amount,
      refunded_cents: 0,
      created_at: at,
      ...values,
    });
    const known = (await findRefundsOf(tx, capture.id)).length > 0;
    // Nothing can be given back before it has come: the payment's check looks again.
    if (known || capture.status !== 'COMPLETED') return false;
    await insertRefund(tx, newRefund(ctx, requestId, capture.id, capture.amount, 'no_stock'));
    const checkout = await findCheckout(tx, checkoutId);
    if (checkout) await enqueueStrayMoneyNotice(ctx, tx, checkout);
    return true;
  });
  if (!isNew) return;
  ctx.log.error({ checkout: checkoutId, capture: capture.id, amount: capture.amount }, 'money without an order: refunding');
  await sendRefund(ctx, { request_id: requestId, capture_id: capture.id, amount_cents: capture.amount });
}

/** Gives an order's money back, all of what is left or a part; units go back into the stock only when the owner says so. */
export async function refundOrder(
  ctx: Context,
  order: StoredOrder,
  { amount, restock }: { amount?: Cents; restock: boolean },
): Promise<Result<Cents, PaypalError | { kind: 'nothing_to_refund'; left: Cents }>> {
  const requestId = `owner-${randomUUID()}`;
  const prepared = await ctx.db.write(async (tx) => {
    const payment = order.captureId ? await findPayment(tx, order.captureId) : undefined;
    const requested = payment ? sumOf(await findRefundsOf(tx, payment.capture_id)) : 0;
    const left =
      payment && (payment.status === 'COMPLETED' || payment.status === 'PARTIALLY_REFUNDED') ? payment.amount_cents - requested : 0;
    const wanted = amount ?? left;
    if (!payment || wanted <= 0 || wanted > left) return { left };
    await insertRefund(tx, newRefund(ctx, requestId, payment.capture_id, wanted, 'owner'));
    if (restock) await restockCheckout(tx, order.checkoutId);
    return { row: { request_id: requestId, capture_id: payment.capture_id, amount_cents: wanted } };
  });
  if (!prepared.row) return fail({ kind: 'nothing_to_refund', left: prepared.left });
  const sent = await sendRefund(ctx, prepared.row);
  return sent.ok ? ok(prepared.row.amount_cents) : sent;
}

/** An order's units go back into the stock, once. */
export async function restockCheckout(tx: Writer, checkoutId: string): Promise<void> {
  const checkout = await findCheckout(tx, checkoutId);
  if (checkout?.hold !== 'sold') return;
  await returnStock(tx, await stockLinesOf(tx, checkoutId));
  await updateCheckout(tx, checkoutId, { hold: 'released' });
}

const newRefund = (ctx: Context, requestId: string, captureId: string, amount: Cents, reason: 'no_stock' | 'owner') => ({
  request_id: requestId,
  capture_id: captureId,
  paypal_refund_id: null,
  amount_cents: amount,
  reason,
  status: 'requested' as const,
  check_at: later(ctx, RETRY_MS),
  created_at: ctx.now().toISOString(),
});

/** Asks PayPal for a refund that is written down; the same request again pays once. */
export async function sendRefund(
  ctx: Context,
  { request_id: requestId, capture_id: captureId, amount_cents: amount }: { request_id: string; capture_id: string; amount_cents: Cents },
): Promise<Result<PaypalRefund, PaypalError>> {
  const answer = await ctx.paypal.refundCapture(captureId, requestId, amount);
  await ctx.db.write(async (tx) => {
    if (answer.ok) return recordRefund(ctx, tx, requestId, answer.value);
    ctx.log.error({ capture: captureId, error: answer.error }, 'refund failed');
    const final = answer.error.kind === 'already_refunded' || answer.error.kind === 'not_found';
    await updateRefund(tx, requestId, final ? { status: 'failed', check_at: null } : { check_at: later(ctx, RETRY_MS) });
    if (final) await updateRefundedAmount(ctx, tx, captureId);
  });
  return answer;
}

async function recordRefund(ctx: Context, tx: Writer, requestId: string, refund: PaypalRefund): Promise<void> {
  const status = { COMPLETED: 'completed', PENDING: 'pending', FAILED: 'failed', CANCELLED: 'failed' } as const;
  await updateRefund(tx, requestId, {
    paypal_refund_id: refund.id,
    status: status[refund.status],
    check_at: refund.status === 'PENDING' ? later(ctx, PENDING_RETRY_MS) : null,
  });
  if (refund.captureId) await updateRefundedAmount(ctx, tx, refund.captureId);
}

/** A refund that PayPal tells of: one of ours, or one that the owner made in PayPal's own pages. False when its capture is unknown. */
export async function noteRefund(ctx: Context, refund: PaypalRefund): Promise<boolean> {
  return ctx.db.write(async (tx) => {
    const payment = refund.captureId ? await findPayment(tx, refund.captureId) : undefined;
    if (!payment) return false;
    const known = await findRefundByPaypalId(tx, refund.id);
    const awaited = (await findRefundsOf(tx, payment.capture_id)).find(
      (row) => row.status === 'requested' && row.paypal_refund_id === null && row.amount_cents === refund.amount,
    );
    const own = known ?? awaited;
    if (!own)
      await insertRefund(tx, {
        request_id: refund.id,
        capture_id: payment.capture_id,
        paypal_refund_id: refund.id,
        amount_cents: refund.amount,
        reason: 'paypal',
        status: 'completed',
        check_at: null,
        created_at: ctx.now().toISOString(),
      });
    await recordRefund(ctx, tx, own?.request_id ?? refund.id, { ...refund, captureId: payment.capture_id });
    return true;
  });
}

const sumOf = (refunds: { status: string; amount_cents: Cents }[]) =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount_cents }) => sum + amount_cents, 0);

/** Brings payment and order to what the refunds add up to, and tells the buyer of a new one. */
async function updateRefundedAmount(ctx: Context, tx: Writer, captureId: string): Promise<void> {
  const payment = (await findPayment(tx, captureId))!;
  const refunded = sumOf((await findRefundsOf(tx, captureId)).filter(({ status }) => status !== 'requested'));
  if (refunded === payment.refunded_cents) return;
  const at = ctx.now().toISOString();
  const all = refunded >= payment.amount_cents;
  const status = refunded === 0 ? 'COMPLETED' : all ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  await updatePayment(tx, captureId, { refunded_cents: refunded, status, updated_at: at });
  const order = await findOrderOfCheckout(tx, payment.checkout_id);
  if (!order) return;
  await updateOrder(tx, order.id, { payment_status: refunded === 0 ? 'paid' : all ? 'refunded' : 'partially_refunded', updated_at: at });
  if (refunded > payment.refunded_cents) await enqueueRefundNotice(ctx, tx, order.id, refunded - payment.refunded_cents, refunded);
}
