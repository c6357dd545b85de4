import { sql, type Updateable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import { isDue } from '#src/server/db/waiting.ts';

/** A parcel on its way whose buyer paid through PayPal. */
interface SentParcel {
  orderId: string;
  trackingNumber: string;
}

/** Parcels handed over since a time that were never reported to PayPal, or were withdrawn there. */
export async function findUntoldParcels(db: Reader, since: string): Promise<SentParcel[]> {
  const columns = ['order_id', 'carrier', 'tracking_number'] as const;
  return db
    .selectFrom(
      db
        .selectFrom('shipments')
        .select(columns)
        .where('handed_over_at', '>=', since)
        .unionAll(db.selectFrom('further_parcels').select(columns).where('handed_over_at', '>=', since))
        .as('s'),
    )
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .leftJoin('paypal_trackers as t', (join) =>
      join.onRef('t.order_id', '=', 's.order_id').onRef('t.tracking_number', '=', 's.tracking_number'),
    )
    .select(['s.order_id as orderId', 's.tracking_number as trackingNumber'])
    .where('s.tracking_number', 'is not', null)
    .where('s.carrier', 'is not', null)
    .where('c.paypal_order_id', 'is not', null)
    .where(({ eb, or }) => or([eb('t.state', 'is', null), eb('t.state', 'in', ['leaving', 'withdrawn'])]))
    .$narrowType<SentParcel>()
    .execute();
}

/** Numbers that PayPal knows, or may know, but that no parcel on its way has any more. */
export const findUndoneTrackers = (db: Reader, since: string): Promise<SentParcel[]> =>
  db
    .selectFrom('paypal_trackers as t')
    .select(['t.order_id as orderId', 't.tracking_number as trackingNumber'])
    .where('t.created_at', '>=', since)
    .where('t.state', 'in', ['open', 'told'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('shipments as s')
            .select('s.order_id')
            .whereRef('s.order_id', '=', 't.order_id')
            .whereRef('s.tracking_number', '=', 't.tracking_number')
            .where('s.handed_over_at', 'is not', null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('further_parcels as f')
            .select('f.order_id')
            .whereRef('f.order_id', '=', 't.order_id')
            .whereRef('f.tracking_number', '=', 't.tracking_number')
            .where('f.handed_over_at', 'is not', null),
        ),
      ),
    )
    .execute();

/** Notes that a parcel is to be reported: for the first time, or again after an undo. */
export async function openTracker(tx: Writer, { orderId, trackingNumber }: SentParcel, now: string): Promise<void> {
  const values = { state: 'open', tries: 0, check_at: now, created_at: now } as const;
  await tx
    .insertInto('paypal_trackers')
    .values({ order_id: orderId, tracking_number: trackingNumber, round: 1, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'tracking_number'])
        .doUpdateSet({ ...values, round: sql`paypal_trackers.round + 1` }),
    )
    .execute();
}

export async function updateTracker(
  tx: Writer,
  { orderId, trackingNumber }: SentParcel,
  values: Updateable<Tables['paypal_trackers']>,
): Promise<void> {
  await tx
    .updateTable('paypal_trackers')
    .set(values)
    .where('order_id', '=', orderId)
    .where('tracking_number', '=', trackingNumber)
    .execute();
}

/** The calls that are due, with what PayPal wants to know. */
export const findTrackersDue = (
  db: Reader,
  { since, now, longestMs }: { since: string; now: string; longestMs: number },
) =>
  db
    .selectFrom('paypal_trackers as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .innerJoin('payments as p', 'p.checkout_id', 'c.id')
    .leftJoin('shipments as first', (join) =>
      join.onRef('first.order_id', '=', 't.order_id').onRef('first.tracking_number', '=', 't.tracking_number'),
    )
    .leftJoin('further_parcels as further', (join) =>
      join.onRef('further.order_id', '=', 't.order_id').onRef('further.tracking_number', '=', 't.tracking_number'),
    )
    .select(['t.order_id as orderId', 't.tracking_number as trackingNumber'])
    .select(['t.state', 't.round', 't.tries', 'o.order_number as orderNumber', 'p.capture_id as captureId'])
    .select((eb) => eb.fn.coalesce('first.carrier', 'further.carrier').as('carrier'))
    .select('c.paypal_order_id as paypalOrderId')
    .where('t.created_at', '>=', since)
    .where('t.check_at', 'is not', null)
    .where(isDue('t.check_at', now, longestMs))
    .orderBy('t.check_at')
    .limit(50)
    .execute();
