import type { Context } from '#src/server/context.ts';
import { findCheckout } from '#src/features/orders/server/checkout.repository.ts';

const UNPAID = new Set(['CREATED', 'SAVED', 'PAYER_ACTION_REQUIRED']);

/**
 * Refuses to settle a checkout whose hold has expired while its payment is not approved or PayPal does not respond.
 * Settling holds the units again before it asks PayPal; without this check, repeated calls could hold them
 * indefinitely.
 */
export async function refuseEndedHold(
  { db, paypal }: Context,
  checkoutId: string,
): Promise<{ kind: 'payment_not_approved' | 'paypal_err' } | undefined> {
  const row = await findCheckout(db.read, checkoutId);
  if (row?.state !== 'open' || row.hold !== 'released' || !row.paypal_order_id) return undefined;
  const order = await paypal.getOrder(row.paypal_order_id);
  if (order.ok) return UNPAID.has(order.value.status) ? { kind: 'payment_not_approved' } : undefined;
  return order.error.kind === 'not_found' ? undefined : { kind: 'paypal_err' };
}
