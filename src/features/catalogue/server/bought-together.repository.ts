import { RELATED_PRODUCTS } from '../product.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { BoughtTogetherTable } from '#src/server/db/tables/catalogue.ts';

/** More than a page shows, because some may be sold out. */
export const MOST_TOGETHER = 2 * RELATED_PRODUCTS;

/** Inserts so many rows in one statement. */
const ROWS = 200;

/** The codes of what buyers bought together with products, by the products' codes, the most frequent first. */
export async function findBoughtTogether(db: Reader, code?: string): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('bought_together as pair')
    .innerJoin('products as p', 'p.id', 'pair.product_id')
    .innerJoin('products as other', 'other.id', 'pair.other_id')
    .select(['p.cod_catalog as code', 'other.cod_catalog as other'])
    .$if(code !== undefined, (query) => query.where('p.cod_catalog', '=', code!))
    .orderBy('pair.orders', 'desc')
    .orderBy('pair.other_id')
    .execute();
  const found = Map.groupBy(rows, (row) => row.code);
  return new Map([...found].map(([of, others]) => [of, others.map(({ other }) => other)]));
}

export const findPairs = (db: Reader): Promise<BoughtTogetherTable[]> =>
  db
    .selectFrom('bought_together')
    .select(['product_id', 'other_id', 'orders'])
    .orderBy('product_id')
    .orderBy('other_id')
    .execute();

export async function replacePairs(tx: Writer, pairs: readonly BoughtTogetherTable[]): Promise<void> {
  await tx.deleteFrom('bought_together').execute();
  for (let from = 0; from < pairs.length; from += ROWS)
    await tx
      .insertInto('bought_together')
      .values(pairs.slice(from, from + ROWS))
      // Another server may count at the same time.
      .onConflict((conflict) =>
        conflict.columns(['product_id', 'other_id']).doUpdateSet(({ ref }) => ({ orders: ref('excluded.orders') })),
      )
      .execute();
}
