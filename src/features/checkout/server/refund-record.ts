import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { PaymentRow, RefundRow } from '#src/server/db/tables/orders.ts';
import type { PaypalRefund } from '#src/server/gateways/paypal.ts';
import type { Cents } from '#src/shared/money.ts';
import { issueOrderCreditNote, issueOrderInvoice } from './order-invoice.ts';
import { enqueueRefundNotice } from './order-mails.ts';
import { findOrderOfCheckout, updateOrder } from './order.repository.ts';
import { findPayment, findRefundByPaypalId, findRefundsOf, insertRefund, updatePayment, updateRefund } from './payment.repository.ts';

const PENDING_RETRY_MS = 3600_000;

const STATUS = { COMPLETED: 'completed', PENDING: 'pending', FAILED: 'failed', CANCELLED: 'failed' } as const;

/** Stores PayPal's answer to a refund and updates the payment, which the caller has locked. */
export async function recordRefund(ctx: Context, tx: Writer, row: RefundRow, refund: PaypalRefund): Promise<void> {
  // A check sends the refund again under its Request-Id, so only the shop's own refunds are checked.
  const asksAgain = refund.status === 'PENDING' && row.reason !== 'paypal';
  await updateRefund(tx, row.request_id, {
    paypal_refund_id: refund.id,
    status: STATUS[refund.status],
    check_at: asksAgain ? new Date(ctx.now().getTime() + PENDING_RETRY_MS).toISOString() : null,
  });
  await updateRefundedAmount(ctx, tx, row);
}

/** Stores that PayPal finally refused a refund, even if it was pending before. */
export async function recordFailure(ctx: Context, tx: Writer, row: RefundRow): Promise<void> {
  await updateRefund(tx, row.request_id, { status: 'failed', check_at: null });
  await updateRefundedAmount(ctx, tx, row);
}

/** Stores a refund that PayPal reported, for a locked payment; false while it may be the shop's own refund whose answer is still missing. */
export async function noteRefundOf(ctx: Context, tx: Writer, payment: PaymentRow, refund: PaypalRefund): Promise<boolean> {
  const known = await findRefundByPaypalId(tx, refund.id);
  if (known) {
    await recordRefund(ctx, tx, known, refund);
    return true;
  }
  const refunds = await findRefundsOf(tx, payment.capture_id);
  if (refunds.some((row) => row.status === 'requested' && row.amount_cents === refund.amount)) return false;
  const row: RefundRow = {
    request_id: refund.id,
    capture_id: payment.capture_id,
    paypal_refund_id: refund.id,
    amount_cents: refund.amount,
    reason: 'paypal',
    status: 'completed',
    check_at: null,
    created_at: ctx.now().toISOString(),
  };
  await insertRefund(tx, row);
  await recordRefund(ctx, tx, row, refund);
  return true;
}

/** Sum of a payment's refunds, requested ones included. */
export const sumOf = (refunds: Pick<RefundRow, 'status' | 'amount_cents'>[]): Cents =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount_cents }) => sum + amount_cents, 0);

/** Updates payment and order to the sum of the refunds. A new one is mailed to the buyer, with its credit note. */
async function updateRefundedAmount(ctx: Context, tx: Writer, { capture_id: captureId, request_id: refundId }: RefundRow): Promise<void> {
  const payment = (await findPayment(tx, captureId))!;
  const refunds = await findRefundsOf(tx, captureId);
  const refunded = sumOf(refunds.filter(({ status }) => status !== 'requested'));
  const order = await findOrderOfCheckout(tx, payment.checkout_id);
  const amount = refunded - payment.refunded_cents;
  // The refund came before the news that the pending payment arrived.
  if (order?.payment_status === 'pending' && amount > 0) await issueOrderInvoice(ctx, tx, order.id);
  // PayPal may still refuse a pending refund, so its credit note waits until it is completed.
  const completed = sumOf(refunds.filter(({ status }) => status === 'completed'));
  const creditNote = order && (await issueOrderCreditNote(ctx, tx, order.id, completed));
  if (amount === 0) return;
  const at = ctx.now().toISOString();
  const all = refunded >= payment.amount_cents;
  const status = refunded === 0 ? 'COMPLETED' : all ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  // A refund proves that a pending capture completed, so its check ends.
  await updatePayment(tx, captureId, { refunded_cents: refunded, status, check_at: null, updated_at: at });
  if (!order) return;
  await updateOrder(tx, order.id, { payment_status: refunded === 0 ? 'paid' : all ? 'refunded' : 'partially_refunded', updated_at: at });
  if (amount > 0) await enqueueRefundNotice(ctx, tx, order.id, { amount, refundId, invoiceId: creditNote?.id });
}
