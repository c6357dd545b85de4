import { sql } from 'kysely';
import type { Reader } from '#src/server/db/database.ts';
import { HELD } from './checkout.repository.ts';

export interface UnpaidHolds {
  productId: number;
  /** Available units plus the units that open checkouts hold. */
  stock: number;
  /** Units that open checkouts of the network hold. */
  ofNetwork: number;
  /** When the network's first hold ends; null when none has an end, because money may be moving. */
  firstEnd: string | null;
}

/** Unpaid holds of products; a product without any hold is missing in the result. */
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
