import { createHash } from 'node:crypto';
import type { Insertable, Updateable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { ParcelLabelRow } from '#src/server/db/tables/parcel-labels.ts';
import { isDue } from '#src/server/db/waiting.ts';

/** Everything but the file, which is large, and the digest of the address. */
const COLUMNS = [
  ...(['reference', 'order_id', 'number', 'round', 'state', 'tracking_number', 'problems'] as const),
  ...(['tries', 'check_at', 'created_at'] as const),
] as const;
export type LabelRow = Omit<ParcelLabelRow, 'pdf' | 'address'>;

/** The latest label of each parcel of these orders. */
export async function findLabels(db: Reader, orderIds: string[]): Promise<LabelRow[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom('parcel_labels')
    .select(COLUMNS)
    .where('order_id', 'in', orderIds)
    .orderBy('round', 'desc')
    .execute();
  const seen = new Set<string>();
  return rows.filter(({ order_id, number }) => {
    const parcel = `${order_id} ${number}`;
    return !seen.has(parcel) && seen.add(parcel);
  });
}

export const findLabel = async (db: Reader, orderId: string, number: number): Promise<LabelRow | undefined> =>
  (await findLabels(db, [orderId])).find((row) => row.number === number);

/** The file of a parcel's label, in Base64. */
export const findLabelFile = async (db: Reader, reference: string): Promise<string | null | undefined> =>
  (await db.selectFrom('parcel_labels').select('pdf').where('reference', '=', reference).executeTakeFirst())?.pdf;

export async function insertLabel(tx: Writer, row: Insertable<Tables['parcel_labels']>): Promise<void> {
  await tx.insertInto('parcel_labels').values(row).execute();
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
 * order was refunded.
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
    .select(['l.reference', 'l.address', 'l.tracking_number', 'o.payment_status', 'c.shipping_address'])
    .select(({ fn }) => [
      fn.coalesce('s.packed_at', 'f.packed_at').as('packedAt'),
      fn.coalesce('s.handed_over_at', 'f.handed_over_at').as('handedOverAt'),
      fn.coalesce('s.tracking_number', 'f.tracking_number').as('sentWith'),
    ])
    .where('l.state', '=', 'made')
    // A parcel that left needs its label no longer, and one without a file left long ago.
    .where('l.pdf', 'is not', null)
    .execute();
  return rows
    .filter(({ packedAt, handedOverAt, sentWith, ...row }) =>
      handedOverAt
        ? sentWith !== row.tracking_number
        : !packedAt ||
          ['refunded', 'cancelled'].includes(row.payment_status) ||
          row.address !== digestOf(row.shipping_address),
    )
    .map(({ reference }) => reference);
}

export const findLabelsToCancel = (
  db: Reader,
  { now, longestMs }: { now: string; longestMs: number },
): Promise<LabelRow[]> =>
  db
    .selectFrom('parcel_labels')
    .select(COLUMNS)
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
