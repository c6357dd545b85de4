import { findOrderOfCheckout } from '#src/features/orders/server/order.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { unlessRefused } from '#src/server/db/refused.ts';
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

export interface PlacedAtOnce {
  orderId: string;
  orderNumber: string;
  checkoutId: string;
}

interface Way {
  paidBy: 'voucher' | 'transfer';
  /** Only finds the order of an earlier request whose response was lost; places no new one. */
  onlyFind: boolean;
}

/**
 * Stores the checkout and places its order in one transaction: `place` adds the payment. A repeated request returns the
 * same order.
 */
export async function orderAtOnce(
  ctx: Context,
  request: CheckoutRequest,
  way: Way,
  place: (tx: Writer, row: CheckoutRow) => Promise<OrderRow>,
): Promise<Result<PlacedAtOnce, CheckoutRefusal>> {
  const placed = await unlessRefused<OrderRow | undefined, StoreRefusal>(() =>
    retryWhileClaimed(() =>
      ctx.db.write(async (tx) => {
        const row = await storeCheckout(ctx, tx, request, way);
        if (row === 'wait') return 'wait';
        return row.state === 'ordered' ? (await findOrderOfCheckout(tx, row.id))! : place(tx, row);
      }),
    ),
  );
  if (!placed.ok) return fail(await withNewPrices(ctx, request, placed.error));
  return placed.value
    ? ok({ orderId: placed.value.id, orderNumber: placed.value.order_number, checkoutId: placed.value.checkout_id })
    : fail({ kind: 'payment_in_progress' });
}
