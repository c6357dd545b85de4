import type { Reader } from '#src/server/db/database.ts';

/** The number of orders, and when the last one was placed. */
export async function countOrders(db: Reader): Promise<{ total: number; lastAt: string | null }> {
  const { total, last_at: lastAt } = await db
    .selectFrom('orders')
    .select((row) => [row.fn.countAll().as('total'), row.fn.max('ordered_at').as('last_at')])
    .executeTakeFirstOrThrow();
  return { total: Number(total), lastAt };
}
