import type { Reader } from '#src/server/db/database.ts';
import type { ProductFacts } from '../facts.ts';
import type { NetUnit } from '../price.ts';
import type { Weighable } from '../weight.ts';

/** What is known of products' weights, by their ids. */
export async function findWeighables(db: Reader, ids: number[]): Promise<Map<number, Weighable>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('products')
    .select(['id', 'net_quantity', 'net_unit', 'facts'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, net_quantity, net_unit, facts }) => [
      id,
      {
        netQuantity: { value: net_quantity, unit: net_unit as NetUnit },
        facts: JSON.parse(facts) as ProductFacts,
      },
    ]),
  );
}
