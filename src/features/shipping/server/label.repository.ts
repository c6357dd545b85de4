import { createHash } from 'node:crypto';
import type { Insertable, Updateable } from 'kysely';
import { findOrdersOfParcel } from '#src/features/orders/server/parcel.repository.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { ParcelLabelRow } from '#src/server/db/tables/parcel-labels.ts';
import { isDue } from '#src/server/db/waiting.ts';

/** Everything but the file, which is large, and the digest of the address. */
const COLUMNS = [
  ...(['l.reference', 'l.number', 'l.round', 'l.state', 'l.tracking_number', 'l.problems'] as const),
  ...(['l.tries', 'l.check_at', 'l.created_at'] as const),
] as const;
/** A label of a parcel. `order_id`: of that parcel's order, also when the label was made for one that travels with it. */
export interface LabelRow extends Omit<ParcelLabelRow, 'pdf' | 'address'> {
  /** The parcel can leave with it: it was made, has the present address, and no carrier has seen it yet. */
  isUsable: boolean;
}

const FAILED: LabelRow['state'][] = ['refused', 'cancelled', 'lost'];

/** Orders with the labels that were made for them, or for an order that they travel with. */
const selectOrdersOfLabels = (db: Reader) =>
  db
    .selectFrom('parcel_labels')
    .select(['reference', 'order_id'])
    .unionAll(db.selectFrom('label_orders').select(['reference', 'order_id']))
    .as('own');

/** The latest label of each parcel of these orders; a usable one before another that failed later. */
export async function findLabels(db: Reader, orderIds: string[]): Promise<LabelRow[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom(selectOrdersOfLabels(db))
    .innerJoin('parcel_labels as l', 'l.reference', 'own.reference')
    .innerJoin('orders as o', 'o.id', 'own.order_id')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .select([...COLUMNS, 'own.order_id', 'l.address', 'c.shipping_address'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('parcel_tracks as t')
          .select('t.event_at')
          .whereRef('t.order_id', '=', 'own.order_id')
          .whereRef('t.number', '=', 'l.number')
          .whereRef('t.tracking_number', '=', 'l.tracking_number')
          .where('t.event_at', 'is not', null),
      ).as('isSeen'),
    )
    .where('own.order_id', 'in', orderIds)
    .orderBy('l.created_at', 'desc')
    .orderBy('l.round', 'desc')
    .execute();
  const latest = new Map<string, LabelRow>();
  for (const { address, shipping_address, isSeen, ...row } of rows) {
    const isUsable = row.state === 'made' && !isSeen && address === digestOf(shipping_address);
    const parcel = `${row.order_id} ${row.number}`;
    const later = latest.get(parcel);
    if (!later || (isUsable && FAILED.includes(later.state))) latest.set(parcel, { ...row, isUsable });
  }
  return [...latest.values()];
}

export const findLabel = async (db: Reader, orderId: string, number: number): Promise<LabelRow | undefined> =>
  (await findLabels(db, [orderId])).find((row) => row.number === number);

/** The file of a parcel's label, in Base64. */
export const findLabelFile = async (db: Reader, reference: string): Promise<string | null | undefined> =>
  (await db.selectFrom('parcel_labels').select('pdf').where('reference', '=', reference).executeTakeFirst())?.pdf;

/** How many labels were asked for a parcel, without those of orders that it travels with. */
export async function countRounds(db: Reader, orderId: string, number: number): Promise<number> {
  const row = await db
    .selectFrom('parcel_labels')
    .select(({ fn }) => fn.max('round').as('rounds'))
    .where('order_id', '=', orderId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.rounds ?? 0;
}

/** Ids of the orders whose parcel goes under this label. */
export async function findOrdersOfLabel(db: Reader, reference: string): Promise<string[]> {
  const rows = await db
    .selectFrom(selectOrdersOfLabels(db))
    .select('own.order_id')
    .where('own.reference', '=', reference)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

/** `along`: the ids of the other orders in the parcel. */
export async function insertLabel(
  tx: Writer,
  row: Insertable<Tables['parcel_labels']>,
  along: string[],
): Promise<void> {
  await tx.insertInto('parcel_labels').values(row).execute();
  for (const order_id of along)
    await tx.insertInto('label_orders').values({ reference: row.reference, order_id }).execute();
}

/** Changes a label in one of these states; returns whether it was. */
export async function updateLabel(
  tx: Writer,
  reference: string,
  states: LabelRow['state'][],
  values: Updateable<Tables['parcel_labels']>,
): Promise<boolean> {
  const changed = await tx
    .updateTable('parcel_labels')
    .set(values)
    .where('reference', '=', reference)
    .where('state', 'in', states)
    .returning('reference')
    .executeTakeFirst();
  return changed !== undefined;
}

const digestOf = (address: string): string => createHash('sha256').update(address).digest('base64url');

/** The digest of an order's address, which a label of another address does not have. */
export async function findAddressDigest(db: Reader, checkoutId: string): Promise<string> {
  const row = await db
    .selectFrom('checkouts')
    .select('shipping_address')
    .where('id', '=', checkoutId)
    .executeTakeFirst();
  return digestOf(row?.shipping_address ?? '');
}

/**
 * Labels that no parcel needs: it is no longer packed, left with another number, or goes to another address, or its
 * order was refunded. An order that travels with it may have left with the label.
 */
export async function findUnusedLabels(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('parcel_labels as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .leftJoin('shipments as s', (join) => join.onRef('s.order_id', '=', 'l.order_id').on('l.number', '=', 1))
    .leftJoin('further_parcels as f', (join) =>
      join.onRef('f.order_id', '=', 'l.order_id').onRef('f.number', '=', 'l.number'),
    )
    .select(['l.reference', 'l.address', 'l.tracking_number', 'l.created_at'])
    .select(['o.payment_status', 'c.shipping_address'])
    .select(({ fn }) => [
      fn.coalesce('s.packed_at', 'f.packed_at').as('packedAt'),
      fn.coalesce('s.handed_over_at', 'f.handed_over_at').as('handedOverAt'),
      fn.coalesce('s.tracking_number', 'f.tracking_number').as('sentWith'),
    ])
    .where('l.state', '=', 'made')
    // A parcel that left needs its label no longer, and one without a file left long ago.
    .where('l.pdf', 'is not', null)
    .execute();
  const unused = rows.filter(({ packedAt, handedOverAt, sentWith, ...row }) =>
    handedOverAt
      ? sentWith !== row.tracking_number
      : !packedAt ||
        ['refunded', 'cancelled'].includes(row.payment_status) ||
        row.address !== digestOf(row.shipping_address),
  );
  const references: string[] = [];
  for (const label of unused)
    if (!(await hasLeftWith(db, label)) && !(await isNeededAlong(db, label))) references.push(label.reference);
  return references;
}

/** Whether an order that travels along still waits in the parcel. */
async function isNeededAlong(db: Reader, label: Pick<ParcelLabelRow, 'reference' | 'address'>): Promise<boolean> {
  const rows = await db
    .selectFrom('label_orders as along')
    .innerJoin('orders as o', 'o.id', 'along.order_id')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .innerJoin('shipments as s', 's.order_id', 'along.order_id')
    .select('c.shipping_address')
    .where('along.reference', '=', label.reference)
    .where('o.payment_status', 'in', ['paid', 'partially_refunded'])
    .where('s.packed_at', 'is not', null)
    .where('s.handed_over_at', 'is', null)
    .execute();
  return rows.some(({ shipping_address }) => digestOf(shipping_address) === label.address);
}

/** Whether a parcel of any order left with a label. */
export const hasLeftWith = async (
  db: Reader,
  { tracking_number, created_at }: Pick<ParcelLabelRow, 'tracking_number' | 'created_at'>,
): Promise<boolean> => (await findOrdersOfParcel(db, tracking_number!, created_at)).length > 0;

export const findLabelsToCancel = (
  db: Reader,
  { now, longestMs }: { now: string; longestMs: number },
): Promise<Pick<ParcelLabelRow, 'reference' | 'tracking_number' | 'tries'>[]> =>
  db
    .selectFrom('parcel_labels')
    .select(['reference', 'tracking_number', 'tries'])
    .where('state', '=', 'leaving')
    .where(isDue('check_at', now, longestMs))
    .orderBy('check_at')
    .limit(50)
    .execute();

/** Files of old labels are never printed again. */
export async function forgetLabelFiles(tx: Writer, before: string): Promise<void> {
  await tx
    .updateTable('parcel_labels')
    .set({ pdf: null })
    .where('created_at', '<', before)
    .where('pdf', 'is not', null)
    .execute();
}
