import { sql } from 'kysely';
import type { Reader } from '#src/server/db/database.ts';
import type { Cents } from '#src/shared/money.ts';
import { UNDELIVERED, type Undelivered } from '../order.ts';

/** Gross totals of paid orders minus refunds, by hour in UTC such as 2026-11-25T20. */
export async function sumOrdersByHour(
  db: Reader,
  since: string,
): Promise<{ hour: string; total: Cents; orders: number }[]> {
  const hour = sql<string>`substr(o.ordered_at, 1, 13)`;
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .leftJoin('payments as p', 'p.checkout_id', 'o.checkout_id')
    .select([
      hour.as('hour'),
      sql<number>`sum(c.total_cents - coalesce(p.refunded_cents, 0))`.as('total'),
      sql<number>`count(*)`.as('orders'),
    ])
    .where('o.ordered_at', '>=', since)
    .where('o.payment_status', 'in', ['paid', 'partially_refunded'])
    // A sold gift voucher does not count as turnover; the goods that it pays for do.
    .where('c.gift_voucher', 'is', null)
    .groupBy(hour)
    .execute();
  return rows.map((row) => ({ hour: row.hour, total: Number(row.total), orders: Number(row.orders) }));
}

export interface ParcelCount {
  count: number;
  /** When the oldest of them was ordered; null when there are none. */
  oldest: string | null;
}

/** The number of paid orders with a single parcel in each state before the delivery. */
export async function countWholeOrders(db: Reader): Promise<Record<Undelivered, ParcelCount>> {
  const rows = await db
    .selectFrom('orders')
    .select(['delivery_status', sql<number>`count(*)`.as('count'), sql<string>`min(ordered_at)`.as('oldest')])
    .where('payment_status', 'in', ['paid', 'partially_refunded'])
    .where('delivery_status', 'in', UNDELIVERED)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('further_parcels as f').select('f.number').whereRef('f.order_id', '=', 'orders.id'))),
    )
    .groupBy('delivery_status')
    .execute();
  const countOf = (status: Undelivered): ParcelCount => {
    const row = rows.find(({ delivery_status }) => delivery_status === status);
    return { count: Number(row?.count ?? 0), oldest: row?.oldest ?? null };
  };
  return {
    in_separation: countOf('in_separation'),
    not_with_carrier: countOf('not_with_carrier'),
    with_carrier: countOf('with_carrier'),
  };
}

/** The number of parcels packed since a time in ISO-8601. */
export async function countPackedSince(db: Reader, since: string): Promise<number> {
  const count = async (table: 'shipments' | 'further_parcels') =>
    Number(
      (
        await db
          .selectFrom<'shipments' | 'further_parcels'>(table)
          .select((row) => row.fn.countAll().as('count'))
          .where('packed_at', '>=', since)
          .executeTakeFirstOrThrow()
      ).count,
    );
  return (await count('shipments')) + (await count('further_parcels'));
}
