import { sql, type NotNull, type Updateable } from 'kysely';
import type { ParcelNews } from '#src/features/orders/parcel-news.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { ParcelTrackRow } from '#src/server/db/tables/parcel-tracks.ts';
import { isDue } from '#src/server/db/waiting.ts';

type Tracked = Pick<ParcelTrackRow, 'order_id' | 'number' | 'tracking_number'>;

const FINAL: ParcelTrackRow['state'][] = ['delivered', 'back', 'ended'];

/**
 * This carrier's parcels that the shop does not ask it about: those that left since a time, also with a number that
 * they had before, and labelled ones. A label that the carrier does not cancel has probably left.
 */
export async function findUntracked(db: Reader, carrier: string, since: string): Promise<Tracked[]> {
  const sent = db
    .selectFrom('shipments')
    .select(['order_id', 'tracking_number'])
    .select([sql<number>`1`.as('number'), sql<number>`1`.as('has_left')])
    .where('carrier', '=', carrier)
    .where('handed_over_at', '>=', since)
    .where('delivered_at', 'is', null)
    .unionAll(
      db
        .selectFrom('further_parcels')
        .select(['order_id', 'tracking_number', 'number'])
        .select(sql<number>`1`.as('has_left'))
        .where('carrier', '=', carrier)
        .where('handed_over_at', '>=', since)
        .where('delivered_at', 'is', null),
    )
    .unionAll(
      db
        .selectFrom('parcel_labels')
        .select(['order_id', 'tracking_number', 'number'])
        .select(sql<number>`0`.as('has_left'))
        .where('state', 'in', ['made', 'kept'])
        .where('created_at', '>=', since),
    )
    .unionAll(
      db
        .selectFrom('label_orders as along')
        .innerJoin('parcel_labels as l', 'l.reference', 'along.reference')
        .select(['along.order_id', 'l.tracking_number', 'l.number'])
        .select(sql<number>`0`.as('has_left'))
        .where('l.state', 'in', ['made', 'kept'])
        .where('l.created_at', '>=', since),
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
    .where(({ or, and, eb }) =>
      or([eb('t.order_id', 'is', null), and([eb('t.state', '=', 'ended'), eb('p.has_left', '=', 1)])]),
    )
    .where('p.tracking_number', 'is not', null)
    .$narrowType<{ tracking_number: NotNull }>()
    .execute();
  return rows;
}

/** Starts asking the carrier about a parcel, or starts again. */
export async function openTrack(tx: Writer, tracked: Tracked, now: string): Promise<void> {
  const values = { state: 'announced', tries: 0, check_at: now, created_at: now } as const;
  await tx
    .insertInto('parcel_tracks')
    .values({
      ...{ ...tracked, ...values },
      ...{ event_at: null, event: null, trouble: null, trouble_at: null, settled_at: null },
    })
    .onConflict((conflict) => conflict.columns(['order_id', 'number', 'tracking_number']).doUpdateSet(values))
    .execute();
}

/** Whether a label with this number was made for the parcel, or for one that it travels in. */
export async function isNumberOfLabel(db: Reader, { order_id, number, tracking_number }: Tracked): Promise<boolean> {
  const label = await db
    .selectFrom('parcel_labels as l')
    .leftJoin('label_orders as along', 'along.reference', 'l.reference')
    .select('l.reference')
    .where(({ or, eb }) => or([eb('l.order_id', '=', order_id), eb('along.order_id', '=', order_id)]))
    .where('l.number', '=', number)
    .where('l.tracking_number', '=', tracking_number)
    .executeTakeFirst();
  return label !== undefined;
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

/** Marks a parcel's trouble as settled, for all orders in the parcel. */
export async function settleTracks(
  tx: Writer,
  { tracking_number, trouble, at }: Pick<ParcelTrackRow, 'tracking_number' | 'trouble'> & { at: string },
): Promise<void> {
  await tx
    .updateTable('parcel_tracks')
    .set({ settled_at: at })
    .where('tracking_number', '=', tracking_number)
    .where('trouble', '=', trouble)
    .where('settled_at', 'is', null)
    .execute();
}

/** A person has the parcel that came back, with all orders in it. */
export async function endTracks(tx: Writer, trackingNumber: string, at: string): Promise<void> {
  await tx
    .updateTable('parcel_tracks')
    .set({ state: 'back', event_at: at, event: null, check_at: null })
    .where('tracking_number', '=', trackingNumber)
    .where('trouble', '=', 'returned')
    .execute();
}

/** Ids of the orders whose goods the carrier has under this number. */
export async function findOrdersTracked(db: Reader, trackingNumber: string): Promise<string[]> {
  const rows = await db
    .selectFrom('parcel_tracks')
    .select('order_id')
    .distinct()
    .where('tracking_number', '=', trackingNumber)
    .where('state', '!=', 'ended')
    .execute();
  return rows.map(({ order_id }) => order_id);
}

const selectAsked = (db: Reader) =>
  db.selectFrom('parcel_tracks').where('check_at', 'is not', null).where('state', 'not in', FINAL);

/** The parcels that the carrier is to be asked about: of each number, all orders in it. `limit`: numbers. */
export async function findTracksDue(
  db: Reader,
  { now, longestMs, limit }: { now: string; longestMs: number; limit: number },
): Promise<[ParcelTrackRow, ...ParcelTrackRow[]][]> {
  const due = await selectAsked(db)
    .select('tracking_number')
    .where(isDue('check_at', now, longestMs))
    .groupBy('tracking_number')
    .orderBy(({ fn }) => fn.min('check_at'))
    .limit(limit)
    .execute();
  const numbers = due.map(({ tracking_number }) => tracking_number);
  if (numbers.length === 0) return [];
  const rows = await selectAsked(db).selectAll().where('tracking_number', 'in', numbers).execute();
  const byNumber = Map.groupBy(rows, ({ tracking_number }) => tracking_number);
  return numbers.flatMap((number) => {
    const [first, ...others] = byNumber.get(number) ?? [];
    return first ? [[first, ...others]] : [];
  });
}

/** What the carrier said about the parcels of an order. */
export const findTracksOf = (db: Reader, orderId: string): Promise<ParcelTrackRow[]> =>
  db.selectFrom('parcel_tracks').selectAll().where('order_id', '=', orderId).orderBy('number').execute();

/**
 * Parcels under the number that they have now, until they arrive or are replaced: because their goods were sent again
 * since the trouble began, or as lost. One that left after a refund counts even when it has arrived.
 */
const selectOnTheWay = (db: Reader) =>
  db
    .selectFrom('parcel_tracks as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .leftJoin('shipments as s', (join) => join.onRef('s.order_id', '=', 't.order_id').on('t.number', '=', 1))
    .leftJoin('further_parcels as p', (join) =>
      join.onRef('p.order_id', '=', 't.order_id').onRef('p.number', '=', 't.number'),
    )
    .where(({ eb, fn, ref }) =>
      eb(fn.coalesce('s.tracking_number', 'p.tracking_number'), '=', ref('t.tracking_number')),
    )
    .where(({ eb, fn, or, and }) =>
      or([
        eb('t.trouble', '=', 'left'),
        and([
          eb(fn.coalesce('s.delivered_at', 'p.delivered_at'), 'is', null),
          eb('t.state', 'not in', ['delivered', 'ended']),
        ]),
      ]),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('further_parcels as f')
            .innerJoin('parcel_units as again', (join) =>
              join.onRef('again.order_id', '=', 'f.order_id').onRef('again.number', '=', 'f.number'),
            )
            // A parcel without units has all lines of its order.
            .leftJoin('parcel_units as own', (join) =>
              join.onRef('own.order_id', '=', 't.order_id').onRef('own.number', '=', 't.number'),
            )
            .select('f.number')
            .whereRef('f.order_id', '=', 't.order_id')
            .whereRef('f.number', '>', 't.number')
            .where(({ eb, or, and, not, exists, ref, selectFrom }) =>
              or([
                eb('f.reason', 'is not', null).and('f.created_at', '>=', ref('t.trouble_at')),
                and([
                  eb('f.reason', '=', 'lost'),
                  // Otherwise it may replace another parcel with the same product.
                  not(
                    exists(
                      selectFrom('parcel_units as other')
                        .leftJoin('shipments as os', (join) =>
                          join.onRef('os.order_id', '=', 'other.order_id').on('other.number', '=', 1),
                        )
                        .leftJoin('further_parcels as of', (join) =>
                          join.onRef('of.order_id', '=', 'other.order_id').onRef('of.number', '=', 'other.number'),
                        )
                        .select('other.number')
                        .whereRef('other.order_id', '=', 't.order_id')
                        .whereRef('other.cod_catalog', '=', 'again.cod_catalog')
                        .whereRef('other.number', '!=', 't.number')
                        .whereRef('other.number', '<', 'f.number')
                        .where((other) =>
                          other(other.fn.coalesce('os.handed_over_at', 'of.handed_over_at'), 'is not', null),
                        )
                        .where((other) => other(other.fn.coalesce('os.delivered_at', 'of.delivered_at'), 'is', null)),
                    ),
                  ),
                ]),
              ]),
            )
            .where(({ or, eb, ref }) =>
              or([eb('own.cod_catalog', 'is', null), eb('own.cod_catalog', '=', ref('again.cod_catalog'))]),
            ),
        ),
      ),
    );

/** Whether a parcel that could not be delivered has arrived at the shop. */
const isBack = ({ trouble, state }: Pick<ParcelTrackRow, 'trouble' | 'state'>): boolean =>
  trouble === 'returned' && state === 'back';

/** Parcels with a trouble that no person has settled yet, unless all money was refunded. */
const selectTroubles = (db: Reader) =>
  selectOnTheWay(db)
    .where('t.trouble', 'is not', null)
    .where('t.settled_at', 'is', null)
    .where(({ or, eb }) => or([eb('o.payment_status', '!=', 'refunded'), eb('t.trouble', '=', 'left')]));

export async function findTroubles(db: Reader) {
  const rows = await selectTroubles(db)
    .select(['o.order_number as orderNumber', 't.tracking_number as trackingNumber', 't.trouble', 't.state'])
    .orderBy('t.trouble_at')
    .limit(50)
    .execute();
  return rows.map((row) => ({ ...row, trouble: isBack(row) ? 'back' : row.trouble }));
}

/** The troubles of one order, with what the carrier said. */
export const findTroublesOf = (db: Reader, orderId: string): Promise<ParcelTrackRow[]> =>
  selectTroubles(db).selectAll('t').where('o.id', '=', orderId).orderBy('t.number').execute();

const selectNews = (db: Reader) =>
  selectOnTheWay(db)
    .where('o.payment_status', '!=', 'refunded')
    .where(({ or, eb }) => or([eb('t.trouble', 'in', ['stuck', 'returned']), eb('t.state', '=', 'waiting')]));

const kindOf = (track: Pick<ParcelTrackRow, 'trouble' | 'state'>): ParcelNews =>
  isBack(track) ? 'back' : track.trouble === 'stuck' || track.trouble === 'returned' ? track.trouble : 'waiting';

/** News of one of an order's parcels. `isSettled`: somebody took care of it. `at`: of the carrier's latest event. */
interface NewsOfParcel {
  parcel: number;
  kind: ParcelNews;
  at: string | null;
  isSettled: boolean;
}

/** What the buyers of orders need to know of their parcels, by the orders' ids. */
export async function findNewsOfOrders(
  db: Reader,
  orders: readonly { id: string }[],
): Promise<Map<string, NewsOfParcel[]>> {
  if (orders.length === 0) return new Map();
  const rows = await selectNews(db)
    .select(['o.id', 't.number as parcel', 't.trouble', 't.state', 't.event_at as at', 't.settled_at'])
    .where(
      'o.id',
      'in',
      orders.map(({ id }) => id),
    )
    .orderBy('t.number')
    .execute();
  const news = rows.map(({ id, parcel, at, settled_at, ...track }) => ({
    id,
    ...{ parcel, at, kind: kindOf(track), isSettled: settled_at !== null },
  }));
  return Map.groupBy(news, ({ id }) => id);
}

/** The news of one order. */
export const findNewsOf = async (db: Reader, id: string): Promise<NewsOfParcel[]> =>
  (await findNewsOfOrders(db, [{ id }])).get(id) ?? [];
