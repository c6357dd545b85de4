/** Refunds that wait until the owner has transferred the money. They have no credit note yet. */
import { findOrder, findOrderOfCheckout, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { findParcelsOf } from '#src/features/orders/server/parcel.repository.ts';
import {
  findRefund,
  findRefundsOf,
  lockPayment,
  updateRefund,
} from '#src/features/orders/server/payment.repository.ts';
import { restockedOf } from '#src/features/orders/server/refund-details.ts';
import { followRefund } from '#src/features/orders/server/gift-voucher/sold-voucher.ts';
import { unsentUnits } from '#src/features/orders/server/unsent-units.ts';
import { isTransferId } from '#src/features/orders/transfer.ts';
import { moneyOf } from '#src/features/orders/voucher-part.ts';
import { recordRefund } from '#src/features/refunds/server/refund-record.ts';
import { takeUnitsBack } from '#src/features/refunds/server/refund.service.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { RefundRow } from '#src/server/db/tables/orders.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { WAITING_REFUNDS } from './transfer-file.repository.ts';

interface NotOwed {
  kind: 'refund_not_owed';
}

export type TakeBackRefusal =
  | NotOwed
  /** A parcel was packed without the refunded units, or the bank may be paying it. */
  | { kind: 'refund_packed' | 'refund_in_file' }
  /** The units that came back to the stock are sold again, or may not be sold any more. */
  | { kind: 'refund_units_sold'; product: string };

/** Runs for a refund that still waits; its payment is locked. */
async function whileOwed<E>(
  ctx: Context,
  tx: Writer,
  requestId: string,
  act: (row: RefundRow, order: StoredOrder) => Promise<E | undefined>,
): Promise<Result<void, E | NotOwed>> {
  await ctx.db.lock(tx, WAITING_REFUNDS);
  const named = await findRefund(tx, requestId);
  const payment = named && isTransferId(named.capture_id) ? await lockPayment(ctx.db, tx, named.capture_id) : undefined;
  const row = payment && (await findRefund(tx, requestId));
  const placed = payment && (await findOrderOfCheckout(tx, payment.checkout_id));
  const order = placed && (await findOrder(tx, placed.id));
  if (row?.status !== 'requested' || !order) return fail({ kind: 'refund_not_owed' });
  const refusal = await act(row, order);
  return refusal === undefined ? ok(undefined) : fail(refusal);
}

/** The owner has transferred a refund: the buyer gets the credit note. */
export const recordTransferredRefund = (ctx: Context, requestId: string): Promise<Result<void, NotOwed>> =>
  ctx.db.write((tx) =>
    whileOwed<never>(ctx, tx, requestId, async (row, order) => {
      const { request_id: id, capture_id: captureId } = row;
      const amount = moneyOf(row);
      await recordRefund(ctx, tx, row, { id, captureId, status: 'COMPLETED', amount });
      const after = { amount: formatPrice(amount) };
      await recordAct(ctx, tx, { act: 'order.transferred', subject: 'order', id: order.orderNumber, after });
      return undefined;
    }),
  );

/**
 * Takes back a refund that was noted by mistake: its amount can be refunded again, and the units that it returned leave
 * the stock. The buyer was told nothing, and no document names it.
 */
export const takeBackRefund = (ctx: Context, requestId: string): Promise<Result<void, TakeBackRefusal>> =>
  ctx.db.write((tx) =>
    whileOwed<TakeBackRefusal>(ctx, tx, requestId, async (row, order) => {
      if (row.transfer_file !== null) return { kind: 'refund_in_file' };
      if (await isPackedWithout(tx, order, row)) return { kind: 'refund_packed' };
      const restocked = restockedOf(row);
      const sold = await takeUnitsBack(ctx, tx, order, restocked);
      if (sold !== undefined) return { kind: 'refund_units_sold', product: sold };
      await updateRefund(tx, row.request_id, {
        status: 'failed',
        restocked: null,
        failed_at: ctx.now().toISOString(),
      });
      await followRefund(ctx, tx, order.id, row.request_id);
      const after = { amount: formatPrice(row.amount_cents), ...(restocked.length > 0 && { restock: restocked }) };
      await recordAct(ctx, tx, { act: 'order.refundTakenBack', subject: 'order', id: order.orderNumber, after });
      return undefined;
    }),
  );

/** Whether a parcel was packed or has left after the refund took units out of it. */
async function isPackedWithout(db: Reader, order: StoredOrder, row: RefundRow): Promise<boolean> {
  const refunds = await findRefundsOf(db, row.capture_id);
  const others = refunds.filter(({ request_id: id }) => id !== row.request_id);
  const [unsent, without] = [refunds, others].map((some) => unsentUnits(order, some, null));
  if (order.lines.every(({ code }) => unsent!.get(code) === without!.get(code))) return false;
  const parcels = await findParcelsOf(db, order);
  return parcels.some(({ packedAt, handedOverAt }) =>
    [packedAt, handedOverAt].some((at) => at !== null && at > row.created_at),
  );
}
