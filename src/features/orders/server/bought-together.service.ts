/** Counts which products are bought together. What it keeps are numbers of orders, without whose they were. */
import { findPairs, MOST_TOGETHER, replacePairs } from '#src/features/catalogue/server/bought-together.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { BoughtTogetherTable } from '#src/server/db/tables/catalogue.ts';
import { findPairsInOrders } from './bought-together.repository.ts';

/** With fewer orders, a pair may be chance, or show what one customer buys. */
const LEAST_ORDERS = 5;
/** A longer list of orders would keep the database busy. */
const MOST_ORDERS = 5000;
const DAYS = 365;

/** Counts the newest orders again. Product pages follow with their next build. */
export async function countBoughtTogether({ db, now }: Context): Promise<void> {
  const since = new Date(now().getTime() - DAYS * 24 * 3600_000).toISOString();
  const pairs = mostFrequent(await findPairsInOrders(db.read, { since, most: MOST_ORDERS, least: LEAST_ORDERS }));
  const key = (rows: readonly BoughtTogetherTable[]) =>
    JSON.stringify(rows.map((row) => [row.product_id, row.other_id, row.orders]));
  // A write makes every server read its catalogue again.
  if (key(pairs) === key(await findPairs(db.read))) return;
  await db.write((tx) => replacePairs(tx, pairs));
}

/** The most frequent ones of each product, by products' ids. */
function mostFrequent(pairs: readonly BoughtTogetherTable[]): BoughtTogetherTable[] {
  const byProduct = Map.groupBy(pairs, ({ product_id }) => product_id);
  return [...byProduct.values()]
    .flatMap((own) => own.toSorted((a, b) => b.orders - a.orders || a.other_id - b.other_id).slice(0, MOST_TOGETHER))
    .sort((a, b) => a.product_id - b.product_id || a.other_id - b.other_id);
}
