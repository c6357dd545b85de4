import { sql } from 'kysely';
import type { Reader } from '#src/server/db/database.ts';
import { HELD } from './checkout.repository.ts';

export interface UnpaidHolds {
  productId: number;
  /** What can be bought and what open checkouts hold. */
  stock: number;
  /** What open checkouts of the network hold. */
  ofNetwork: number;
  /** When the first hold of the network ends; null when all have money that may be moving. */
  firstEnd: string | null;
}

/** What is held of products, each of which at least one open checkout holds. */
export function findUnpaidHolds(db: Reader, productIds: readonly number[], network: string): Promise<UnpaidHolds[]> {
  const isOfNetwork = sql`${sql.ref('c.network')} = ${network}`;
  return db
    .selectFrom('checkouts as c')
    .innerJoin('checkout_lines as l', 'l.checkout_id', 'c.id')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .select([
      'p.id as productId',
      sql<number>`p.quantity_available + sum(l.quantity)`.as('stock'),
      sql<number>`sum(case when ${isOfNetwork} then l.quantity else 0 end)`.as('ofNetwork'),
      sql<string | null>`min(case when ${isOfNetwork} then c.hold_expires_at end)`.as('firstEnd'),
    ])
    .where('c.hold', '=', HELD)
    .where('l.product_id', 'in', productIds)
    .groupBy(['p.id', 'p.quantity_available'])
    .execute();
}
