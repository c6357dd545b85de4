import type { Context } from '#src/server/context.ts';
import type { PaypalCapture, PaypalEvent } from '#src/server/gateways/paypal.ts';
import {
  findCheckout,
  findCheckoutByPaypalOrder,
  lockCheckout,
} from '#src/features/orders/server/checkout.repository.ts';
import { enqueuePaymentDenied } from '#src/features/orders/server/mails/payment-mails.ts';
import { enqueueOrderNews } from '#src/features/orders/server/mails/order-news-mail.ts';
import { findOrderOfCheckout, updateOrder } from '#src/features/orders/server/order.repository.ts';
import { recordArrival } from '#src/features/orders/server/payment-arrival.ts';
import { recordChargeback, recordDispute } from '#src/features/refunds/server/payment-case.service.ts';
import { findPayment, lockPayment, updatePayment } from '#src/features/orders/server/payment.repository.ts';
import { recordReportedRefund } from '#src/features/refunds/server/refund.service.ts';
import { endAttempt, restockCheckout } from './hold.ts';
import { PAYMENT_STATUS } from './place-order.ts';
import { settle } from './settle.service.ts';
import { giveVoucherBack } from './voucher-payment.ts';
import { giveBackStrayMoney } from './stray-money.service.ts';

/**
 * Acts on a webhook event; false to try again later, because the shop does not know its checkout yet or PayPal does not
 * answer.
 */
export async function actOnEvent(ctx: Context, event: PaypalEvent): Promise<boolean> {
  if (event.refund) return recordReportedRefund(ctx, event.refund);
  if (event.chargeback) return recordChargeback(ctx, event.chargeback);
  if (event.dispute) return recordDispute(ctx, event.dispute);
  const { orderId, checkoutId } = event;
  const paid = orderId ? await findCheckoutByPaypalOrder(ctx.db.read, orderId) : undefined;
  const named = !paid && checkoutId ? await findCheckout(ctx.db.read, checkoutId) : undefined;
  // News of an attempt to pay an offer that ended before, and that nothing captures.
  if (orderId && named?.offered_until && !event.capture) return true;
  const checkout = paid ?? (orderId && !named?.offered_until ? undefined : named);
  if (!checkout) return false;
  if (event.capture) return recordCapture(ctx, checkout.id, event.capture.id);
  if (event.type === 'CHECKOUT.PAYMENT-APPROVAL.REVERSED') {
    await ctx.db.write(async (tx) => {
      const row = await lockCheckout(ctx.db, tx, checkout.id);
      if (row?.state === 'open' && !row.capture_request_id) await endAttempt(ctx, tx, row, 'cancelled');
    });
    return true;
  }
  const settled = await settle(ctx, checkout.id);
  return settled.ok || settled.error.kind !== 'paypal_err';
}

/** After this time the payment is refunded, or the process that would refund it is dead. */
const STRAY_CHECK_MS = 60_000;

const CLOSED = new Set(['checkout_closed', 'sold_out', 'code_used_up', 'payment_mismatch']);

/**
 * Updates payment and order from the capture's present state at PayPal, because events may arrive in any order. Places
 * the order if this is the first news of the money. False to try again later.
 */
export async function recordCapture(ctx: Context, checkoutId: string, captureId: string): Promise<boolean> {
  const isKnown = (await findPayment(ctx.db.read, captureId)) !== undefined;
  const settled = isKnown ? undefined : await settle(ctx, checkoutId);
  const asked = await ctx.paypal.getCapture(captureId);
  if (!asked.ok) {
    ctx.log.warn({ checkout: checkoutId, capture: captureId, error: asked.error }, 'PayPal does not tell of a capture');
    return false;
  }
  const capture = asked.value;
  if (settled && !settled.ok) {
    if (capture.status === 'DECLINED' || capture.status === 'FAILED') return true;
    if (CLOSED.has(settled.error.kind)) await giveBackStrayMoney(ctx, checkoutId, capture);
    return CLOSED.has(settled.error.kind);
  }
  await endPending(ctx, capture);
  // Runs again after a crash, so it must skip money that already has an order or a refund.
  if (capture.status === 'COMPLETED') await giveBackStrayMoney(ctx, checkoutId, capture);
  return true;
}

/** Ends the pending state of a payment that PayPal completed or denied. */
async function endPending(ctx: Context, { id, status }: PaypalCapture): Promise<void> {
  await ctx.db.write(async (tx) => {
    const payment = await lockPayment(ctx.db, tx, id);
    if (payment?.status !== 'PENDING' || status === 'PENDING') return;
    const now = ctx.now();
    const at = now.toISOString();
    const order = await findOrderOfCheckout(tx, payment.checkout_id);
    const isStray = !order && status === 'COMPLETED';
    await updatePayment(tx, id, {
      status,
      check_at: isStray ? new Date(now.getTime() + STRAY_CHECK_MS).toISOString() : null,
      updated_at: at,
    });
    if (!order) return;
    if (status === 'DECLINED' || status === 'FAILED') {
      await updateOrder(tx, order.id, { payment_status: PAYMENT_STATUS[status], updated_at: at });
      await restockCheckout(ctx, tx, payment.checkout_id);
      await giveVoucherBack(ctx, tx, payment.checkout_id);
      await enqueuePaymentDenied(ctx, tx, order.id);
      await enqueueOrderNews(ctx, tx, order.id, 'denied');
      return;
    }
    await recordArrival(ctx, tx, order.id, PAYMENT_STATUS[status]);
  });
}
