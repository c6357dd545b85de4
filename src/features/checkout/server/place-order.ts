import { randomUUID } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow, OrderRow } from '#src/server/db/schema.ts';
import type { PaypalCapture } from '#src/server/gateways/paypal.ts';
import { updateCheckout } from './checkout.repository.ts';
import { enqueueConfirmation } from './order-mails.ts';
import { newOrderNumber } from './order-number.ts';
import { insertOrder } from './order.repository.ts';
import { insertPayment } from './payment.repository.ts';

const HOUR_MS = 3600_000;

/** Makes the order of an open, locked checkout whose money has come or is coming: payment, order, sold units and the mail, or nothing. */
export async function placeOrder(ctx: Context, tx: Writer, checkout: CheckoutRow, capture: PaypalCapture): Promise<OrderRow> {
  const now = ctx.now();
  const at = now.toISOString();
  const pending = capture.status === 'PENDING';
  if (capture.amount !== checkout.total_cents)
    ctx.log.error(
      { checkout: checkout.id, captured: capture.amount, total: checkout.total_cents },
      'captured another amount than the total',
    );
  await insertPayment(tx, {
    capture_id: capture.id,
    checkout_id: checkout.id,
    status: capture.status,
    amount_cents: capture.amount,
    refunded_cents: 0,
    check_at: pending ? new Date(now.getTime() + HOUR_MS).toISOString() : null,
    created_at: at,
    updated_at: at,
  });
  const order: OrderRow = {
    id: randomUUID(),
    order_number: newOrderNumber(),
    checkout_id: checkout.id,
    client_id: checkout.client_id,
    payment_status: pending ? 'pending' : 'paid',
    delivery_status: 'in_separation',
    ordered_at: at,
    updated_at: at,
  };
  await insertOrder(tx, order);
  await updateCheckout(tx, checkout.id, {
    state: 'ordered',
    hold: 'sold',
    hold_expires_at: null,
    settling_by: null,
    settling_until: null,
    check_at: null,
    updated_at: at,
  });
  await enqueueConfirmation(ctx, tx, order.id);
  return order;
}
