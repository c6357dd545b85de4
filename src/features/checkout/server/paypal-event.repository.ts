import type { Reader, Writer } from '#src/server/db/database.ts';

/** Stores an event once; one that is known already is left as it is. */
export async function insertEvent(
  tx: Writer,
  row: { id: string; type: string; body: string; receivedAt: string; checkAt: string },
): Promise<boolean> {
  const result = await tx
    .insertInto('paypal_events')
    .values({ id: row.id, type: row.type, body: row.body, received_at: row.receivedAt, processed_at: null, check_at: row.checkAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

export const findEvent = (db: Reader, id: string) => db.selectFrom('paypal_events').selectAll().where('id', '=', id).executeTakeFirst();

export const findEventsDue = (db: Reader, now: string) =>
  db.selectFrom('paypal_events').selectAll().where('check_at', '<=', now).orderBy('received_at').limit(100).execute();

export async function updateEvent(tx: Writer, id: string, values: { processed_at?: string; check_at: string | null }): Promise<void> {
  await tx.updateTable('paypal_events').set(values).where('id', '=', id).execute();
}
