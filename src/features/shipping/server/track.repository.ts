import { sql, type NotNull, type Updateable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { ParcelTrackRow } from '#src/server/db/tables/parcel-tracks.ts';
import { isDue } from '#src/server/db/waiting.ts';

type Tracked = Pick<ParcelTrackRow, 'order_id' | 'number' | 'tracking_number'>;

const FINAL: ParcelTrackRow['state'][] = ['delivered', 'returned', 'ended'];

/** Parcels with a number of this carrier that nobody asked it about: those that left since a time, and labelled ones. */
export async function findUntracked(db: Reader, carrier: string, since: string): Promise<Tracked[]> {
  const sent = db
    .selectFrom('shipments')
    .select(['order_id', 'tracking_number'])
    .select(sql<number>`1`.as('number'))
    .where('carrier', '=', carrier)
    .where('handed_over_at', '>=', since)
    .where('delivered_at', 'is', null)
    .unionAll(
      db
        .selectFrom('further_parcels')
        .select(['order_id', 'tracking_number', 'number'])
        .where('carrier', '=', carrier)
        .where('handed_over_at', '>=', since)
        .where('delivered_at', 'is', null),
    )
    .unionAll(
      db
        .selectFrom('parcel_labels')
        .select(['order_id', 'tracking_number', 'number'])
        .where('state', '=', 'made')
        .where('created_at', '>=', since),
    );
  const rows = await db
    .selectFrom(sent.as('p'))
    .leftJoin('parcel_tracks as t', (join) =>
      join
        .onRef('t.order_id', '=', 'p.order_id')
        .onRef('t.number', '=', 'p.number')
        .onRef('t.tracking_number', '=', 'p.tracking_number'),
    )
    .select(['p.order_id', 'p.number', 'p.tracking_number'])
    .distinct()
    .where('t.order_id', 'is', null)
    .where('p.tracking_number', 'is not', null)
    .$narrowType<{ tracking_number: NotNull }>()
    .execute();
  return rows;
}

export async function insertTrack(tx: Writer, tracked: Tracked, now: string): Promise<void> {
  await tx
    .insertInto('parcel_tracks')
    .values({
      ...{ ...tracked, state: 'announced', tries: 0, check_at: now, created_at: now },
      ...{ event_at: null, event: null, trouble: null, trouble_at: null, settled_at: null },
    })
    .onConflict((conflict) => conflict.columns(['order_id', 'number', 'tracking_number']).doNothing())
    .execute();
}

export async function updateTrack(
  tx: Writer,
  { order_id, number, tracking_number }: Tracked,
  values: Updateable<Tables['parcel_tracks']>,
): Promise<void> {
  await tx
    .updateTable('parcel_tracks')
    .set(values)
    .where('order_id', '=', order_id)
    .where('number', '=', number)
    .where('tracking_number', '=', tracking_number)
    .execute();
}

export const findTracksDue = (
  db: Reader,
  { now, longestMs, limit }: { now: string; longestMs: number; limit: number },
): Promise<ParcelTrackRow[]> =>
  db
    .selectFrom('parcel_tracks')
    .selectAll()
    .where('check_at', 'is not', null)
    .where('state', 'not in', FINAL)
    .where(isDue('check_at', now, longestMs))
    .orderBy('check_at')
    .limit(limit)
    .execute();

/** What the carrier said about the parcels of an order. */
export const findTracksOf = (db: Reader, orderId: string): Promise<ParcelTrackRow[]> =>
  db.selectFrom('parcel_tracks').selectAll().where('order_id', '=', orderId).orderBy('number').execute();

/** Parcels that are stuck or come back, unless their goods were sent again or all money was refunded since. */
const selectTroubles = (db: Reader) =>
  db
    .selectFrom('parcel_tracks as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .where('t.trouble', 'is not', null)
    .where('t.state', 'not in', ['delivered', 'ended'])
    .where('o.payment_status', '!=', 'refunded')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('further_parcels as f')
            .select('f.number')
            .whereRef('f.order_id', '=', 't.order_id')
            .where('f.reason', 'is not', null)
            .whereRef('f.created_at', '>=', 't.trouble_at'),
        ),
      ),
    );

/** Those of which nobody took care. */
export const findTroubles = (db: Reader) =>
  selectTroubles(db)
    .select(['o.order_number as orderNumber', 't.number', 't.trouble'])
    .where('t.settled_at', 'is', null)
    .orderBy('t.trouble_at')
    .limit(50)
    .execute();

/** Those of one order, with what the carrier said. */
export const findTroublesOf = (db: Reader, orderId: string): Promise<ParcelTrackRow[]> =>
  selectTroubles(db)
    .selectAll('t')
    .where('t.settled_at', 'is', null)
    .where('o.id', '=', orderId)
    .orderBy('t.number')
    .execute();

/** The ids of a client's orders of which a parcel comes back. */
export async function findReturning(db: Reader, clientId: string): Promise<Set<string>> {
  const rows = await selectTroubles(db)
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .select('o.id')
    .where('c.client_id', '=', clientId)
    .where('t.trouble', '=', 'returned')
    .execute();
  return new Set(rows.map(({ id }) => id));
}
