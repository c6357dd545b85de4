import type { BoughtTogetherTable } from '#src/server/db/tables/catalogue.ts';
import type { Reader } from '#src/server/db/database.ts';

/**
 * The pairs of products, in both directions, that at least `least` of the newest `most` paid orders since a moment
 * contain.
 */
export async function findPairsInOrders(
  db: Reader,
  { since, most, least }: { since: string; most: number; least: number },
): Promise<BoughtTogetherTable[]> {
  const newest = db
    .selectFrom('orders')
    .select('checkout_id')
    .where('payment_status', 'in', ['paid', 'partially_refunded'])
    .where('ordered_at', '>=', since)
    .orderBy('ordered_at', 'desc')
    .limit(most);
  const rows = await db
    .selectFrom('checkout_lines as line')
    .innerJoin('checkout_lines as beside', (join) =>
      join.onRef('beside.checkout_id', '=', 'line.checkout_id').onRef('beside.product_id', '<>', 'line.product_id'),
    )
    .where('line.checkout_id', 'in', newest)
    // The parts of one set were not chosen together.
    .where(({ or, eb }) =>
      or([eb('line.set_id', 'is', null), eb('line.set_id', 'is distinct from', eb.ref('beside.set_id'))]),
    )
    .select(({ fn }) => [
      'line.product_id',
      'beside.product_id as other_id',
      fn.count<number>('line.checkout_id').distinct().as('orders'),
    ])
    .groupBy(['line.product_id', 'beside.product_id'])
    .having(({ fn }) => fn.count('line.checkout_id').distinct(), '>=', least)
    .execute();
  return rows.map((row) => ({ ...row, orders: Number(row.orders) }));
}
