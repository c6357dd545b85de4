import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow, RefundRow } from '#src/server/db/tables/orders.ts';
import type { PaypalCapture } from '#src/server/gateways/paypal.ts';
import { lockCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { enqueueStrayMoneyNotice } from '#src/features/orders/server/mails/payment-mails.ts';
import {
  findRefundsOf,
  insertPayment,
  insertRefund,
  updatePayment,
} from '#src/features/orders/server/payment.repository.ts';
import { newRefund, sendRefund } from '#src/features/refunds/server/refund.service.ts';

const PENDING_RETRY_MS = 3600_000;

/** Refunds money of a closed checkout. The refund and the mail are stored before PayPal is called. */
export async function giveBackStrayMoney(ctx: Context, checkoutId: string, capture: PaypalCapture): Promise<void> {
  const refund = await ctx.db.write(async (tx) => {
    const checkout = await lockCheckout(ctx.db, tx, checkoutId);
    if (!checkout || checkout.state === 'open' || checkout.state === 'ordered') return undefined;
    return recordStrayMoney(ctx, tx, checkout, capture);
  });
  if (refund) await sendStrayMoney(ctx, capture, refund);
}

/**
 * Stores the payment of a closed, locked checkout and its refund. Returns the refund to send; undefined when the
 * capture is pending or has a refund.
 */
export async function recordStrayMoney(
  ctx: Context,
  tx: Writer,
  checkout: CheckoutRow,
  capture: PaypalCapture,
): Promise<RefundRow | undefined> {
  const now = ctx.now();
  await insertPayment(tx, {
    capture_id: capture.id,
    checkout_id: checkout.id,
    status: capture.status,
    amount_cents: capture.amount,
    refunded_cents: 0,
    check_at: capture.status === 'PENDING' ? new Date(now.getTime() + PENDING_RETRY_MS).toISOString() : null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  });
  // PayPal refunds only completed captures: the payment's check retries later.
  if (capture.status !== 'COMPLETED') return undefined;
  await updatePayment(tx, capture.id, { check_at: null });
  if ((await findRefundsOf(tx, capture.id)).length > 0) return undefined;
  const row = newRefund(ctx, {
    request_id: `stray-${capture.id}`,
    capture_id: capture.id,
    amount_cents: capture.amount,
    reason: checkout.state === 'mismatched' || capture.currency !== 'EUR' ? 'mismatch' : 'no_stock',
  });
  await insertRefund(tx, row);
  await enqueueStrayMoneyNotice(ctx, tx, checkout);
  return row;
}

export async function sendStrayMoney(
  ctx: Context,
  { id, amount, currency }: PaypalCapture,
  refund: RefundRow,
): Promise<void> {
  ctx.log.error({ capture: id, amount, currency }, 'money without an order: refunding');
  await sendRefund(ctx, refund);
}
