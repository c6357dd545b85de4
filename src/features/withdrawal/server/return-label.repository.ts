import type { Insertable, Updateable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { ReturnLabelRow } from '#src/server/db/tables/return-labels.ts';
import { isDue } from '#src/server/db/waiting.ts';

const COLUMNS = [
  ...(['reference', 'order_id', 'withdrawal_id', 'round', 'state', 'asked_by', 'tracking_number', 'problems'] as const),
  ...(['event_at', 'event', 'sent_at', 'arrived_at', 'tries', 'check_at', 'created_at'] as const),
] as const;

/** All labels of an order's return parcels, oldest first. */
export const findReturnLabels = (db: Reader, orderId: string): Promise<ReturnLabelRow[]> =>
  db.selectFrom('return_labels').select(COLUMNS).where('order_id', '=', orderId).orderBy('round').execute();

/** A label's files, in Base64. */
export const findReturnFiles = (db: Reader, orderId: string, reference: string) =>
  db
    .selectFrom('return_labels')
    .select(['pdf', 'qr'])
    .where('order_id', '=', orderId)
    .where('reference', '=', reference)
    .executeTakeFirst();

export async function insertReturnLabel(tx: Writer, row: Insertable<Tables['return_labels']>): Promise<void> {
  await tx.insertInto('return_labels').values(row).execute();
}

/** Changes a label in this state; returns whether it was. */
export async function updateReturnLabel(
  tx: Writer,
  reference: string,
  state: ReturnLabelRow['state'],
  values: Updateable<Tables['return_labels']>,
): Promise<boolean> {
  const changed = await tx
    .updateTable('return_labels')
    .set(values)
    .where('reference', '=', reference)
    .where('state', '=', state)
    .returning('reference')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Whether the shop promised, when the order was placed, to pay for returns. */
export async function hasFreeReturns(db: Reader, orderId: string): Promise<boolean> {
  const row = await db.selectFrom('orders').select('free_returns').where('id', '=', orderId).executeTakeFirst();
  return row?.free_returns === 1;
}

/** The labels whose parcels the carrier should be asked about now. */
export const findReturnsDue = (
  db: Reader,
  { now, longestMs, limit }: { now: string; longestMs: number; limit: number },
): Promise<ReturnLabelRow[]> =>
  db
    .selectFrom('return_labels')
    .select(COLUMNS)
    .where('state', '=', 'made')
    .where(isDue('check_at', now, longestMs))
    .orderBy('check_at')
    .limit(limit)
    .execute();
