import { sql } from 'kysely';
import type { Reader } from '#src/server/db/database.ts';
import type { Cents } from '#src/shared/money.ts';

/** Gross totals of the orders whose money came, by hour in UTC such as 2026-11-25T20. */
export async function sumOrdersByHour(db: Reader, since: string): Promise<{ hour: string; total: Cents; orders: number }[]> {
  const hour = sql<string>`substr(o.ordered_at, 1, 13)`;
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .select([hour.as('hour'), sql<number>`sum(c.total_cents)`.as('total'), sql<number>`count(*)`.as('orders')])
    .where('o.ordered_at', '>=', since)
    .where('o.payment_status', 'in', ['paid', 'partially_refunded', 'refunded'])
    .groupBy(hour)
    .execute();
  return rows.map((row) => ({ hour: row.hour, total: Number(row.total), orders: Number(row.orders) }));
}

/** How many orders wait to be packed, and since when the first does. */
export async function countToPack(db: Reader): Promise<{ count: number; oldest: string | null }> {
  const row = await db
    .selectFrom('orders')
    .select([sql<number>`count(*)`.as('count'), sql<string | null>`min(ordered_at)`.as('oldest')])
    .where('payment_status', 'in', ['paid', 'partially_refunded'])
    .where('delivery_status', '=', 'in_separation')
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), oldest: row.oldest };
}
