import type { Reader, Writer } from '#src/server/db/database.ts';
import type { CollectionRow } from '#src/server/db/tables/collections.ts';
import { isDue } from '#src/server/db/waiting.ts';
import type { Collection } from '#src/features/orders/collection.ts';

const toCollection = ({ code, ready_at, last_day }: CollectionRow): Collection => ({
  code,
  readyAt: ready_at,
  lastDay: last_day,
});

export const findCollectionRow = (db: Reader, orderId: string): Promise<CollectionRow | undefined> =>
  db.selectFrom('collections').selectAll().where('order_id', '=', orderId).executeTakeFirst();

/** Where and until when an order waits, or waited; undefined before it was ready. */
export async function findCollection(db: Reader, orderId: string): Promise<Collection | undefined> {
  const row = await findCollectionRow(db, orderId);
  return row && toCollection(row);
}

/** The order with this code. */
export const findOrderByCode = async (db: Reader, code: string): Promise<string | undefined> =>
  (await db.selectFrom('collections').select('order_id').where('code', '=', code).executeTakeFirst())?.order_id;

/** Stores a row; of an order that was ready before, everything except its code. */
export async function saveCollection(tx: Writer, { order_id, code, ...row }: CollectionRow): Promise<void> {
  await tx
    .insertInto('collections')
    .values({ order_id, code, ...row })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(row))
    .execute();
}

export async function updateCollection(
  tx: Writer,
  orderId: string,
  values: Partial<Omit<CollectionRow, 'order_id' | 'code'>>,
): Promise<void> {
  await tx.updateTable('collections').set(values).where('order_id', '=', orderId).execute();
}

/** Puts a check that failed behind the others, unless somebody has changed the row meanwhile. */
export async function postponeCollection(
  tx: Writer,
  { order_id, check_at }: Pick<CollectionRow, 'order_id' | 'check_at'>,
  until: string,
): Promise<void> {
  await tx
    .updateTable('collections')
    .set({ check_at: until })
    .where('order_id', '=', order_id)
    .where('check_at', '=', check_at)
    .execute();
}

/** More than a shop reminds in a round. */
const ROUND = 50;

/** Orders whose buyers are to be reminded. */
export const findCollectionsDue = (db: Reader, now: string, longestMs: number): Promise<CollectionRow[]> =>
  db
    .selectFrom('collections')
    .selectAll()
    .where('check_at', 'is not', null)
    .where(isDue('check_at', now, longestMs))
    .orderBy('check_at')
    .limit(ROUND)
    .execute();

/** Paid orders that wait for their buyers, the one with the earliest last day first. */
export const findWaitingCollections = (db: Reader) =>
  db
    .selectFrom('collections as w')
    .innerJoin('orders as o', 'o.id', 'w.order_id')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .select(['o.id', 'o.order_number as orderNumber', 'c.client_name as clientName'])
    .select(['w.ready_at as readyAt', 'w.last_day as lastDay'])
    .where((eb) =>
      eb.or([
        eb('o.delivery_status', '=', 'not_with_carrier'),
        // A replacement.
        eb.exists(
          eb
            .selectFrom('further_parcels as f')
            .select('f.number')
            .whereRef('f.order_id', '=', 'o.id')
            .where('f.packed_at', 'is not', null)
            .where('f.delivered_at', 'is', null),
        ),
      ]),
    )
    .where('o.payment_status', 'in', ['paid', 'partially_refunded'])
    .orderBy('w.last_day')
    .orderBy('o.ordered_at')
    .limit(500)
    .execute();
