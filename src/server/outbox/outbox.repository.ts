import type { Insertable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { OutboxRow, Tables } from '#src/server/db/schema.ts';

/** A mail whose id is known already is left as it is. */
export async function insertMail(tx: Writer, row: Insertable<Tables['outbox']>): Promise<void> {
  await tx
    .insertInto('outbox')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function hasDueMail(db: Reader, now: string): Promise<boolean> {
  return (await db.selectFrom('outbox').select('id').where('due_at', '<=', now).limit(1).executeTakeFirst()) !== undefined;
}

/** Takes the mail that has been due longest, and makes it due again at `until`, should its sender never come back. */
export async function claimDueMail(tx: Writer, now: string, until: string): Promise<OutboxRow | undefined> {
  const due = await tx.selectFrom('outbox').select('id').where('due_at', '<=', now).orderBy('due_at').limit(1).executeTakeFirst();
  if (!due) return undefined;
  return tx
    .updateTable('outbox')
    .set((row) => ({ due_at: until, attempts: row('attempts', '+', 1) }))
    .where('id', '=', due.id)
    .returningAll()
    .executeTakeFirst();
}

export async function markSent(tx: Writer, id: string, now: string): Promise<void> {
  await tx.updateTable('outbox').set({ sent_at: now, due_at: null, last_error: null }).where('id', '=', id).execute();
}

/** `dueAt` null gives the mail up. */
export async function markFailed(tx: Writer, id: string, error: string, now: string, dueAt: string | null): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ last_error: error, due_at: dueAt, given_up_at: dueAt ? null : now })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}

/** Newest first. */
export const listMails = (db: Reader, limit: number): Promise<OutboxRow[]> =>
  db.selectFrom('outbox').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();

/** Makes unsent mails due at once, one or all; answers how many. */
export async function retryMails(tx: Writer, now: string, id?: string): Promise<number> {
  const result = await tx
    .updateTable('outbox')
    .set({ due_at: now, given_up_at: null, attempts: 0 })
    .where('sent_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
