import type { Reader } from '#src/server/db/database.ts';
import type { DeliveryStatus } from '../order.ts';

/** Ids of the paid orders whose parcels are in this state, oldest first. */
export async function findPaidOrders(db: Reader, delivery: DeliveryStatus, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('payment_status', 'in', ['paid', 'partially_refunded'])
    .where('delivery_status', '=', delivery)
    .orderBy('ordered_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Filters the orders with an open withdrawal. A full refund closes it, and a cancellation. */
export async function findWithdrawnOrders(db: Reader, orderIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('withdrawals as w')
    .innerJoin('orders as o', 'o.id', 'w.order_id')
    .select('o.id')
    .where('o.id', 'in', orderIds)
    .where('w.closed_as', 'is', null)
    .where('o.payment_status', 'not in', ['refunded', 'cancelled'])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Filters the orders whose buyers asked for another address and have no answer. */
export async function findAddressRequests(db: Reader, orderIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('address_requests')
    .select('order_id')
    .where('order_id', 'in', orderIds)
    .where('state', '=', 'open')
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}

/** Filters the recalled products. */
export async function findRecalledProducts(db: Reader, productIds: number[]): Promise<Set<number>> {
  if (productIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('id', 'in', productIds)
    .where('recalled', '=', 1)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
