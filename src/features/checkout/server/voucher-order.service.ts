import { voucherPaymentId } from '#src/features/orders/voucher-part.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { Refused } from '#src/server/db/refused.ts';
import type { CheckoutRow, OrderRow } from '#src/server/db/tables/orders.ts';
import type { Result } from '#src/shared/result.ts';
import type { CheckoutRefusal, CheckoutRequest, StoreRefusal } from './create-checkout.service.ts';
import { secureHold } from './hold.ts';
import { orderAtOnce, type PlacedAtOnce } from './order-at-once.ts';
import { placeOrder } from './place-order.ts';

/** Places an order that a gift voucher pays in full: nothing is left for PayPal or a transfer. */
export const orderByVoucher = (
  ctx: Context,
  request: CheckoutRequest,
  { onlyFind = false } = {},
): Promise<Result<PlacedAtOnce, CheckoutRefusal>> =>
  orderAtOnce(ctx, request, { paidBy: 'voucher', onlyFind }, (tx, row) => placePaid(ctx, tx, row));

async function placePaid(ctx: Context, tx: Writer, row: CheckoutRow): Promise<OrderRow> {
  // A cart of many units holds nothing before its payment, which is now.
  const secured = await secureHold(ctx, tx, row);
  if (secured === 'sold_out') throw new Refused<StoreRefusal>({ kind: 'sold_out', products: [] });
  if (secured !== 'held') throw new Refused<StoreRefusal>({ kind: secured });
  const payment = { id: voucherPaymentId(row.id), status: 'COMPLETED' as const, amount: 0 };
  const order = await placeOrder(ctx, tx, row, payment, { refunds: [], paidWith: undefined });
  ctx.log.info(
    { order: order.order_number, checkout: row.id, cents: row.voucher_cents },
    'order placed, paid by voucher',
  );
  return order;
}
