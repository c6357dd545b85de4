import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import { isCheckDue } from '#src/features/orders/server/check-time.ts';

/** Stores an event once; a known event stays unchanged. */
export async function insertEvent(
  tx: Writer,
  row: { id: string; type: string; body: string; receivedAt: string; checkAt: string },
): Promise<void> {
  await tx
    .insertInto('paypal_events')
    .values({
      id: row.id,
      type: row.type,
      body: row.body,
      received_at: row.receivedAt,
      processed_at: null,
      check_at: row.checkAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Locks the row until the transaction ends, and returns it. */
export const lockEvent = ({ lockRows }: Database, tx: Writer, id: string) =>
  lockRows(tx.selectFrom('paypal_events').selectAll().where('id', '=', id)).executeTakeFirst();

/** Longest due first, so that events without a checkout, which are retried again and again, do not delay new ones. */
export const findEventsDue = (db: Reader, now: string) =>
  db.selectFrom('paypal_events').selectAll().where(isCheckDue(now)).orderBy('check_at').limit(100).execute();

export async function updateEvent(
  tx: Writer,
  id: string,
  values: { processed_at?: string; check_at: string | null },
): Promise<void> {
  await tx.updateTable('paypal_events').set(values).where('id', '=', id).execute();
}

/** Deletes finished events; payments and orders keep their results. */
export async function deleteEvents(tx: Writer, before: string): Promise<void> {
  await tx.deleteFrom('paypal_events').where('check_at', 'is', null).where('received_at', '<', before).execute();
}
