import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import { isToCheck } from './check-time.ts';

/** Stores an event once; one that is known already is left as it is. */
export async function insertEvent(
  tx: Writer,
  row: { id: string; type: string; body: string; receivedAt: string; checkAt: string },
): Promise<void> {
  await tx
    .insertInto('paypal_events')
    .values({ id: row.id, type: row.type, body: row.body, received_at: row.receivedAt, processed_at: null, check_at: row.checkAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The row, which nobody else changes until the transaction ends. */
export const lockEvent = ({ lockRows }: Database, tx: Writer, id: string) =>
  lockRows(tx.selectFrom('paypal_events').selectAll().where('id', '=', id)).executeTakeFirst();

/** Longest due first: those that fit nothing come up again and again, and must not keep new ones waiting. */
export const findEventsDue = (db: Reader, now: string) =>
  db.selectFrom('paypal_events').selectAll().where(isToCheck(now)).orderBy('check_at').limit(100).execute();

export async function updateEvent(tx: Writer, id: string, values: { processed_at?: string; check_at: string | null }): Promise<void> {
  await tx.updateTable('paypal_events').set(values).where('id', '=', id).execute();
}

/** What PayPal told and nobody has to act on any more; what came of it stands with payments and orders. */
export async function deleteEvents(tx: Writer, before: string): Promise<void> {
  await tx.deleteFrom('paypal_events').where('check_at', 'is', null).where('received_at', '<', before).execute();
}
