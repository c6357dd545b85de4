import type { Reader } from '#src/server/db/database.ts';
import { findOpenDocketsOf } from '../server/withdrawal.repository.ts';

/** The ids of those orders from which the buyer has withdrawn, while the shop has not settled it. */
export async function findWithdrawn(db: Reader, orders: readonly { id: string }[]): Promise<ReadonlySet<string>> {
  const dockets = await findOpenDocketsOf(
    db,
    orders.map(({ id }) => id),
  );
  return new Set(dockets.flatMap(({ order_id }) => order_id ?? []));
}
