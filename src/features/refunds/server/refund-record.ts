import { readContent } from '#src/features/invoices/server/invoice.service.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { PaymentCaseRow, PaymentRow, RefundRow } from '#src/server/db/tables/orders.ts';
import type { PaypalRefund } from '#src/server/gateways/paypal.ts';
import { issueOrderCreditNote } from '#src/features/orders/server/order-invoice.ts';
import { enqueueChargebackNotice, enqueueRefundNotice } from '#src/features/orders/server/mails/payment-mails.ts';
import { findOrderOfCheckout, updateOrder } from '#src/features/orders/server/order.repository.ts';
import { recordArrival } from '#src/features/orders/server/payment-arrival.ts';
import {
  followRefund,
  issueLate,
  mailAfterStop,
  mailSoldVoucher,
} from '#src/features/orders/server/gift-voucher/sold-voucher.ts';
import { findCasesOf } from '#src/features/orders/server/payment-case.repository.ts';
import {
  findPayment,
  findRefund,
  findRefundByPaypalId,
  findRefundsOf,
  insertRefund,
  updatePayment,
  updateRefund,
} from '#src/features/orders/server/payment.repository.ts';
import { grossByRate, linesOf, NO_DETAILS, sumOf } from '#src/features/orders/server/refund-details.ts';
import { moneyOf, paidOf } from '#src/features/orders/voucher-part.ts';
import { giveBackToVoucher } from '#src/features/vouchers/server/voucher.repository.ts';
import { closeCoveredDisputes, reopenDisputes } from './covered-disputes.ts';
import { enqueueRefundTrouble } from './refund-trouble-mail.ts';

const PENDING_RETRY_MS = 3600_000;

export const isFailed = ({ status }: PaypalRefund): boolean => status === 'FAILED' || status === 'CANCELLED';

/** Stores PayPal's answer to a refund and updates the payment, which the caller has locked. */
export async function recordRefund(ctx: Context, tx: Writer, row: RefundRow, refund: PaypalRefund): Promise<void> {
  if (isFailed(refund)) {
    await updateRefund(tx, row.request_id, { paypal_refund_id: refund.id });
    return recordFailure(ctx, tx, row, refund.status);
  }
  const isPending = refund.status === 'PENDING';
  if (!isPending) await returnToVoucher(ctx, tx, row);
  await updateRefund(tx, row.request_id, {
    paypal_refund_id: refund.id,
    status: isPending ? 'pending' : 'completed',
    check_at: isPending ? new Date(ctx.now().getTime() + PENDING_RETRY_MS).toISOString() : null,
    issue: null,
    failed_at: null,
  });
  await updateRefundedAmount(ctx, tx, row);
}

/** Gives the refund's part of a gift voucher back, once. It locks the voucher before the number of the credit note. */
async function returnToVoucher(ctx: Context, tx: Writer, row: RefundRow): Promise<void> {
  if (row.voucher_cents === 0) return;
  const { checkout_id: checkoutId } = (await findPayment(tx, row.capture_id))!;
  const returned = await giveBackToVoucher(ctx.db, tx, {
    ...{ checkoutId, cents: row.voucher_cents, at: ctx.now().toISOString() },
    requestId: `refund-${row.request_id}`,
    who: row.requested_by ?? undefined,
  });
  if (returned === 'too_much') throw new Error(`The refund ${row.request_id} returns more than its voucher paid`);
}

/** PayPal takes a completed refund back. What went to the voucher stays there, as a refund of its own. */
async function keepVoucherPart(ctx: Context, tx: Writer, row: RefundRow): Promise<void> {
  await updateRefund(tx, row.request_id, { amount_cents: moneyOf(row), voucher_cents: 0 });
  const id = `${row.request_id}-voucher`;
  await insertRefund(tx, {
    ...{ ...row, ...NO_DETAILS, request_id: id, paypal_refund_id: id, status: 'completed', check_at: null },
    ...{ amount_cents: row.voucher_cents, voucher_cents: row.voucher_cents, created_at: ctx.now().toISOString() },
  });
}

/**
 * Stores that PayPal finally refused a refund, even if it was pending before, and tells the shop. Its amount can be
 * refunded again.
 */
export async function recordFailure(ctx: Context, tx: Writer, row: RefundRow, issue: string): Promise<void> {
  const stored = await findRefund(tx, row.request_id);
  const wasCompleted = stored?.status === 'completed';
  if (wasCompleted && stored.voucher_cents > 0) await keepVoucherPart(ctx, tx, stored);
  await updateRefund(tx, row.request_id, {
    status: 'failed',
    check_at: null,
    issue,
    failed_at: ctx.now().toISOString(),
  });
  await updateRefundedAmount(ctx, tx, row);
  await enqueueRefundTrouble(ctx, tx, row, { issue, isFinal: true, hasPaper: wasCompleted });
}

/** The id of the refund that books a case's money as lost. */
export const lossId = ({ id, checkout_id }: Pick<PaymentCaseRow, 'id' | 'checkout_id'>): string =>
  `case-${id}-${checkout_id}`;

/**
 * PayPal reports the refund or reversal of a lost dispute after its end, which may have booked the money already. Gives
 * that booking PayPal's id; false when there is none.
 */
export async function nameBookedLoss(
  tx: Writer,
  { capture_id, checkout_id }: PaymentRow,
  { id, amount }: Pick<PaypalRefund, 'id' | 'amount'>,
): Promise<boolean> {
  const disputes = (await findCasesOf(tx, checkout_id)).filter(({ kind }) => kind === 'dispute').map(lossId);
  const booked = (await findRefundsOf(tx, capture_id)).find(
    (row) =>
      disputes.includes(row.request_id) && row.amount_cents === amount && row.paypal_refund_id === row.request_id,
  );
  if (booked) await updateRefund(tx, booked.request_id, { paypal_refund_id: id });
  return booked !== undefined;
}

/**
 * Stores a refund that PayPal reported, for a locked payment; false while it may be the shop's own refund whose answer
 * is still missing.
 */
export async function recordRefundOf(
  ctx: Context,
  tx: Writer,
  payment: PaymentRow,
  refund: PaypalRefund,
): Promise<boolean> {
  const known = await findRefundByPaypalId(tx, refund.id);
  if (known) {
    await recordRefund(ctx, tx, known, refund);
    return true;
  }
  const refunds = await findRefundsOf(tx, payment.capture_id);
  if (refunds.some((row) => row.status === 'requested' && moneyOf(row) === refund.amount)) return false;
  if (await nameBookedLoss(tx, payment, refund)) return true;
  const row: RefundRow = {
    request_id: refund.id,
    capture_id: payment.capture_id,
    paypal_refund_id: refund.id,
    amount_cents: refund.amount,
    reason: 'paypal',
    ...NO_DETAILS,
    status: 'completed',
    check_at: null,
    created_at: ctx.now().toISOString(),
  };
  await insertRefund(tx, row);
  await recordRefund(ctx, tx, row, refund);
  return true;
}

/** Updates payment and order to the sum of the refunds. A new one is mailed to the buyer, with its credit note. */
async function updateRefundedAmount(ctx: Context, tx: Writer, row: RefundRow): Promise<void> {
  const captureId = row.capture_id;
  const payment = (await findPayment(tx, captureId))!;
  const refunds = await findRefundsOf(tx, captureId);
  const refunded = sumOf(refunds.filter(({ status }) => status !== 'requested'));
  const order = await findOrderOfCheckout(tx, payment.checkout_id);
  const amount = refunded - payment.refunded_cents;
  // The refund was reported before the arrival of the pending payment.
  if (order?.payment_status === 'pending' && amount > 0)
    await recordArrival(ctx, tx, order.id, refunded >= paidOf(payment) ? 'refunded' : 'partially_refunded');
  const all = refunded >= paidOf(payment);
  let isDisputeOver = false;
  if (amount !== 0) {
    const at = ctx.now().toISOString();
    const status = refunded === 0 ? 'COMPLETED' : all ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    // A refund proves that a pending capture completed, so its check ends.
    await updatePayment(tx, captureId, { refunded_cents: refunded, status, check_at: null, updated_at: at });
    if (amount > 0) isDisputeOver = await closeCoveredDisputes(ctx, tx, payment.checkout_id);
    else await reopenDisputes(tx, payment.checkout_id);
    const paymentStatus = refunded === 0 ? 'paid' : all ? 'refunded' : 'partially_refunded';
    if (order) await updateOrder(tx, order.id, { payment_status: paymentStatus, updated_at: at });
  }
  // Whether a withdrawal or a dispute stops the voucher depends on what is stored above.
  if (order) await followRefund(ctx, tx, order.id, row.request_id);
  // No voucher was issued because everything was refunded. That refund has failed, so the voucher is issued now.
  const isVoucherIssued = order && amount < 0 && !all && (await issueLate(ctx, tx, order.id, refunds));
  // PayPal may still refuse a pending refund, so its credit note waits until it is completed.
  const completed = sumOf(refunds.filter(({ status }) => status === 'completed'));
  const refund = {
    total: completed,
    byRate: grossByRate(row.shares),
    lines: linesOf(row),
    toVoucher: row.voucher_cents,
    isChargeback: row.reason === 'chargeback',
  };
  const creditNote = order && (await issueOrderCreditNote(ctx, tx, order.id, refund));
  // The refund's own record then names the same VAT as its credit note.
  if (creditNote?.total_cents === row.amount_cents)
    await updateRefund(tx, row.request_id, { shares: JSON.stringify(readContent(creditNote).shares) });
  if (!order) return;
  if (isVoucherIssued) await mailSoldVoucher(ctx, tx, order.id);
  if (amount <= 0) return;
  // The dispute stopped the rest of the voucher.
  if (isDisputeOver) await mailAfterStop(ctx, tx, order.id);
  const notice = { amount, refundId: row.request_id, invoiceId: creditNote?.id };
  if (row.reason === 'chargeback') await enqueueChargebackNotice(ctx, tx, order.id, notice);
  else await enqueueRefundNotice(ctx, tx, order.id, { ...notice, toVoucher: row.voucher_cents, lines: linesOf(row) });
}
