import type { Context } from '#src/server/context.ts';
import type { PaypalCapture, PaypalEvent } from '#src/server/gateways/paypal.ts';
import { findCheckout, findCheckoutByPaypalOrder, lockCheckout } from './checkout.repository.ts';
import { closeCheckout } from './hold.ts';
import { enqueuePaymentDenied, enqueuePaymentReceived } from './order-mails.ts';
import { findOrderOfCheckout, updateOrder } from './order.repository.ts';
import { findPayment, updatePayment } from './payment.repository.ts';
import { giveBackStrayMoney, noteRefund, restockCheckout } from './refund.service.ts';
import { settle } from './settle.service.ts';

/** Acts on a webhook event; false when it concerns nothing that the shop knows (yet). */
export async function actOnEvent(ctx: Context, event: PaypalEvent): Promise<boolean> {
  if (event.refund) return noteRefund(ctx, event.refund);
  const { orderId, checkoutId } = event;
  const checkout = orderId
    ? await findCheckoutByPaypalOrder(ctx.db.read, orderId)
    : checkoutId && (await findCheckout(ctx.db.read, checkoutId));
  if (!checkout) return false;
  if (event.capture) {
    await noteCapture(ctx, checkout.id, event.capture);
    return true;
  }
  if (event.type === 'CHECKOUT.PAYMENT-APPROVAL.REVERSED') {
    await ctx.db.write(async (tx) => {
      const row = await lockCheckout(ctx.db, tx, checkout.id);
      if (row?.state === 'open' && !row.capture_request_id) await closeCheckout(ctx, tx, row, 'cancelled');
    });
    return true;
  }
  const settled = await settle(ctx, checkout.id);
  // No answer from PayPal: the event comes up again.
  return settled.ok || settled.error.kind !== 'paypal_err';
}

/** Brings payment and order to what PayPal says of a capture; makes the order if this is the first news of it. */
export async function noteCapture(ctx: Context, checkoutId: string, told: PaypalCapture): Promise<void> {
  const known = await findPayment(ctx.db.read, told.id);
  if (!known) {
    const settled = await settle(ctx, checkoutId);
    if (!settled.ok && settled.error.kind === 'paypal_err') throw new Error('PayPal does not answer');
    if (!settled.ok && told.status === 'COMPLETED') return giveBackStrayMoney(ctx, checkoutId, told);
  }
  // Events overtake each other: what counts is what PayPal says now.
  const asked = await ctx.paypal.getCapture(told.id);
  if (!asked.ok) throw new Error(`PayPal does not tell of capture ${told.id}: ${asked.error.issue}`);
  const { status } = asked.value;
  const isStray = await ctx.db.write(async (tx) => {
    const payment = await findPayment(tx, told.id);
    if (payment?.status !== 'PENDING' || status === 'PENDING') return false;
    const at = ctx.now().toISOString();
    await updatePayment(tx, told.id, { status, check_at: null, updated_at: at });
    const order = await findOrderOfCheckout(tx, checkoutId);
    if (!order) return status === 'COMPLETED';
    if (status === 'DECLINED' || status === 'FAILED') {
      await updateOrder(tx, order.id, { payment_status: 'cancelled', updated_at: at });
      await restockCheckout(tx, checkoutId);
      await enqueuePaymentDenied(ctx, tx, order.id);
    } else {
      await updateOrder(tx, order.id, { payment_status: 'paid', updated_at: at });
      await enqueuePaymentReceived(ctx, tx, order.id);
    }
    return false;
  });
  if (isStray) await giveBackStrayMoney(ctx, checkoutId, asked.value);
}
