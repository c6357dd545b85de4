import { findOrderOfCheckout } from '#src/features/orders/server/order.repository.ts';
import { voucherPaymentId } from '#src/features/orders/voucher-part.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { Refused, unlessRefused } from '#src/server/db/refused.ts';
import type { CheckoutRow, OrderRow } from '#src/server/db/tables/orders.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { retryWhileClaimed } from './claim.ts';
import {
  storeCheckout,
  withNewPrices,
  type CheckoutRefusal,
  type CheckoutRequest,
  type StoreRefusal,
} from './create-checkout.service.ts';
import { secureHold } from './hold.ts';
import type { PlacedAtOnce } from './order-at-once.endpoints.ts';
import { placeOrder } from './place-order.ts';

/**
 * Places an order that a gift voucher pays in full: nothing is left for PayPal or a transfer. A repeated request
 * returns the same order. `onlyFind`: returns the order of a request whose response was lost, and places none.
 */
export async function orderByVoucher(
  ctx: Context,
  request: CheckoutRequest,
  { onlyFind = false } = {},
): Promise<Result<PlacedAtOnce, CheckoutRefusal>> {
  const placed = await unlessRefused<OrderRow | undefined, StoreRefusal>(() =>
    retryWhileClaimed(() =>
      ctx.db.write(async (tx) => {
        const row = await storeCheckout(ctx, tx, request, { paidBy: 'voucher', onlyFind });
        if (row === 'wait') return 'wait';
        if (row.state === 'ordered') return (await findOrderOfCheckout(tx, row.id))!;
        return placePaid(ctx, tx, row);
      }),
    ),
  );
  if (!placed.ok) return fail(await withNewPrices(ctx, request, placed.error));
  return placed.value
    ? ok({ orderId: placed.value.id, orderNumber: placed.value.order_number, checkoutId: placed.value.checkout_id })
    : fail({ kind: 'payment_in_progress' });
}

async function placePaid(ctx: Context, tx: Writer, row: CheckoutRow): Promise<OrderRow> {
  // A cart of many units holds nothing before its payment, which is now.
  const secured = await secureHold(ctx, tx, row);
  if (secured === 'sold_out') throw new Refused<StoreRefusal>({ kind: 'sold_out', products: [] });
  if (secured === 'code_used_up') throw new Refused<StoreRefusal>({ kind: 'code_used_up' });
  const payment = { id: voucherPaymentId(row.id), status: 'COMPLETED' as const, amount: 0 };
  const order = await placeOrder(ctx, tx, row, payment, { refunds: [], paidWith: undefined });
  ctx.log.info(
    { order: order.order_number, checkout: row.id, cents: row.voucher_cents },
    'order placed, paid by voucher',
  );
  return order;
}
