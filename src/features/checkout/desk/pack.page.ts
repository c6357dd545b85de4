import type { Context } from '#src/server/context.ts';
import { findProductEans } from '#src/features/catalogue/server/stock.repository.ts';
import { findOrders, type StoredOrder } from '../server/order.repository.ts';
import { findPaidOrders } from '../server/morning.repository.ts';

/** More than a day's work; the next ones move up when these are packed. */
const MOST = 100;

/** Paid orders whose parcels are in this state, oldest first. */
export async function loadParcels({ db }: Context, delivery: 'in_separation' | 'not_with_carrier', most = MOST): Promise<StoredOrder[]> {
  const rows = await findPaidOrders(db.read, delivery, most);
  return findOrders(
    db.read,
    rows.map(({ id }) => id),
  );
}

/** The EAN of each line's product, for the scanner; '' where the shop knows none. */
export async function loadEans({ db }: Context, order: StoredOrder): Promise<Map<number, string>> {
  return findProductEans(
    db.read,
    order.lines.map(({ productId }) => productId),
  );
}
