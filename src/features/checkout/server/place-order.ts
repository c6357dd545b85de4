import { randomUUID } from 'node:crypto';
import { emailKey } from '#src/server/auth/email.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow, OrderRow, PaymentRow } from '#src/server/db/tables/orders.ts';
import type { PaypalCapture, PaypalOrder } from '#src/server/gateways/paypal.ts';
import type { PaymentStatus } from '#src/features/orders/order.ts';
import {
  boughtLines,
  findCheckoutLines,
  NOT_HELD,
  updateCheckout,
} from '#src/features/orders/server/checkout.repository.ts';
import { issueOrderInvoice } from '#src/features/orders/server/order-invoice.ts';
import { enqueueConfirmation } from '#src/features/orders/server/mails/order-mails.ts';
import { enqueueOrderNews } from '#src/features/orders/server/mails/order-news-mail.ts';
import { newOrderNumber } from '#src/features/orders/server/order-number.ts';
import { orderSearchText } from '#src/features/orders/server/order-search.repository.ts';
import { insertOrder } from '#src/features/orders/server/order.repository.ts';
import { issueSoldVoucher, mailSoldVoucher } from '#src/features/orders/server/gift-voucher/sold-voucher.ts';
import { insertPayment } from '#src/features/orders/server/payment.repository.ts';
import { recordRefundOf } from '#src/features/refunds/server/refund-record.ts';
import { removeOrdered } from '#src/features/account-cart/server/account-cart.service.ts';
import { NO_CLAIM } from './claim.ts';
import { bookVoucherOf } from './voucher-payment.ts';

const HOUR_MS = 3600_000;

/** The order's payment status by the capture's state. */
export const PAYMENT_STATUS: Record<PaypalCapture['status'], PaymentStatus> = {
  PENDING: 'pending',
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'partially_refunded',
  REFUNDED: 'refunded',
  DECLINED: 'cancelled',
  FAILED: 'cancelled',
};

/**
 * Places the order of an open, locked checkout whose capture is completed or pending: payment, order, sold units,
 * invoice and mail, all in the caller's transaction. `refunds`: refunds that PayPal made before the shop knew of the
 * capture. `invoiceUnpaid`: issues the invoice before the money is there.
 */
export async function placeOrder(
  ctx: Context,
  tx: Writer,
  checkout: CheckoutRow,
  capture: Pick<PaypalCapture, 'id' | 'status' | 'amount'>,
  { refunds, paidWith, invoiceUnpaid }: Pick<PaypalOrder, 'refunds' | 'paidWith'> & { invoiceUnpaid?: boolean },
): Promise<OrderRow> {
  const now = ctx.now();
  const at = now.toISOString();
  const payment: PaymentRow = {
    capture_id: capture.id,
    checkout_id: checkout.id,
    status: capture.status,
    amount_cents: capture.amount,
    voucher_cents: checkout.voucher_cents,
    refunded_cents: 0,
    paid_with: paidWith ? JSON.stringify(paidWith) : null,
    check_at: capture.status === 'PENDING' ? new Date(now.getTime() + HOUR_MS).toISOString() : null,
    created_at: at,
    updated_at: at,
  };
  await insertPayment(tx, payment);
  await bookVoucherOf(ctx, tx, checkout);
  const orderNumber = newOrderNumber();
  const order: OrderRow = {
    id: randomUUID(),
    order_number: orderNumber,
    checkout_id: checkout.id,
    client_id: checkout.client_id,
    email_key: emailKey(checkout.email),
    search_text: orderSearchText(orderNumber, checkout),
    payment_status: PAYMENT_STATUS[capture.status],
    delivery_status: 'in_separation',
    ordered_at: at,
    delivered_at: null,
    free_returns: ctx.shop.shipping.returnsPaidBy === 'shop' ? 1 : 0,
    updated_at: at,
  };
  await insertOrder(tx, order);
  await updateCheckout(tx, checkout.id, {
    ...NO_CLAIM,
    state: 'ordered',
    ...NOT_HELD,
    hold: 'sold',
    check_at: null,
    updated_at: at,
  });
  // Money that PayPal has already given back buys nothing.
  const hasMoney = capture.status !== 'PENDING' && capture.status !== 'REFUNDED';
  if (hasMoney) await issueSoldVoucher(ctx, tx, order.id);
  // A pending payment may still fail: its order gets its invoice when the money arrives (docs/decisions/029).
  const hasInvoice = capture.status !== 'PENDING' || invoiceUnpaid;
  const invoice = hasInvoice ? await issueOrderInvoice(ctx, tx, order.id) : undefined;
  await enqueueConfirmation(ctx, tx, order.id, { invoiceId: invoice?.id });
  await mailSoldVoucher(ctx, tx, order.id);
  await enqueueOrderNews(ctx, tx, order.id, 'placed');
  if (checkout.client_id) await emptyAccountCart(ctx, tx, checkout, checkout.client_id);
  for (const refund of refunds) await recordRefundOf(ctx, tx, payment, refund);
  return order;
}

/** Orders by phone do not come from a cart, and express purchases of one unit come from a product's page. */
async function emptyAccountCart(ctx: Context, tx: Writer, checkout: CheckoutRow, clientId: string): Promise<void> {
  const ordered = boughtLines(await findCheckoutLines(tx, checkout.id));
  const isOneUnit = [...ordered.values()].join() === '1';
  if (checkout.offered_until === null && !(checkout.express && isOneUnit))
    await removeOrdered(ctx, tx, clientId, ordered);
}
