import { sql, type Insertable } from 'kysely';
import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import type { OutboxRow } from '#src/server/db/tables/records.ts';
import type { Tables } from '#src/server/db/schema.ts';
import { isDue } from '#src/server/db/waiting.ts';

/** These mails contain links or codes for the recipient alone, so their texts are deleted once sent. */
const SECRET_KINDS = new Set(['password_reset', 'restock_confirmation', 'review_request', 'review_hidden', 'voucher']);

/** A guest's key in a link. Mails about orders are kept, but the database stores keys only as hashes. */
const KEY = /([?&]key=)[\w-]+/g;
const withoutKeys = (text: string): string => text.replaceAll(KEY, '$1…');

/** How long a sender may claim a mail. An older claim belongs to a process that died. */
const CLAIM_MS = 2 * 60_000;

/** The longest waits of a mail: for the result of the first attempt, and before the last attempt. */
const FIRST_WAIT_MS = CLAIM_MS;
export const LAST_WAIT_MS = 24 * 3600_000;

const later = (now: string, ms: number) => new Date(Date.parse(now) + ms).toISOString();

/** Inserts a mail unless its id exists. */
export async function insertMail(tx: Writer, row: Insertable<Tables['outbox']>): Promise<void> {
  await tx
    .insertInto('outbox')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function deleteMailWithoutRecipient(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('outbox').where('id', '=', id).where('recipient', '=', '').execute();
}

/** Mails that are due, including those postponed by a server whose clock was ahead. */
const dueMails = (db: Reader, now: string) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where((row) =>
      row.or([
        isDue('due_at', now, LAST_WAIT_MS),
        row.and([row('attempts', '<=', 1), isDue('due_at', now, FIRST_WAIT_MS)]),
      ]),
    );

export async function hasDueMail(db: Reader, now: string): Promise<boolean> {
  return (await dueMails(db, now).limit(1).executeTakeFirst()) !== undefined;
}

/** The number of mails that wait or are being sent, and since when the oldest waits. */
export async function countWaitingMails(db: Reader): Promise<{ total: number; oldestAt: string | null }> {
  const { total, oldest_at: oldestAt } = await db
    .selectFrom('outbox')
    .select((row) => [row.fn.countAll().as('total'), row.fn.min('created_at').as('oldest_at')])
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return { total: Number(total), oldestAt };
}

/** Claims the mail that has been due longest. It becomes due again later, in case its sender dies. */
export async function claimDueMail(tx: Writer, now: string): Promise<OutboxRow | undefined> {
  const due = await dueMails(tx, now).orderBy('due_at').limit(1).executeTakeFirst();
  if (!due) return undefined;
  return tx
    .updateTable('outbox')
    .set((row) => ({ due_at: later(now, CLAIM_MS), attempts: row('attempts', '+', 1) }))
    .where('id', '=', due.id)
    .returningAll()
    .executeTakeFirst();
}

export async function markSent(tx: Writer, { id, kind, subject, text, html }: OutboxRow, now: string): Promise<void> {
  const kept = SECRET_KINDS.has(kind)
    ? { text: '', html: '', unsubscribe_url: null }
    : { text: withoutKeys(text), html: withoutKeys(html) };
  await tx
    .updateTable('outbox')
    .set({ sent_at: now, due_at: null, given_up_at: null, last_error: null, subject, ...kept })
    .where('id', '=', id)
    .execute();
}

/** `dueAt` null gives the mail up. A mail that another sender has claimed since stays unchanged. */
export async function markFailed(
  tx: Writer,
  { id, attempts }: OutboxRow,
  error: string,
  now: string,
  dueAt: string | null,
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ last_error: error, due_at: dueAt, given_up_at: dueAt ? null : now })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .execute();
}

/** Whether a mail waits, is being sent or was given up. */
export async function isUnsent(db: Reader, id: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('outbox')
      .select('id')
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .executeTakeFirst()) !== undefined
  );
}

/** Deletes a mail that waits or was given up. */
export async function deleteUnsentMail(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('outbox').where('id', '=', id).where('sent_at', 'is', null).execute();
}

/** Deletes the mails whose ids begin like this, if they wait or were given up. */
export async function deleteUnsentMails(tx: Writer, beginning: string): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('id', '>=', beginning)
    .where('id', '<', `${beginning}~`)
    .where('sent_at', 'is', null)
    .execute();
}

/** Whether no attempt to send a mail has begun. The mail server may have got one whose attempt failed. */
export const isUntried = ({ attempts, sent_at, last_error }: OutboxRow): boolean =>
  attempts === 0 && sent_at === null && last_error === null;

/** Deletes the mails with a voucher that wait or were given up. */
export async function deleteUnsentVoucherMails(tx: Writer, voucherId: string): Promise<void> {
  await tx.deleteFrom('outbox').where('voucher_id', '=', voucherId).where('sent_at', 'is', null).execute();
}

/**
 * Not the mail that brought a voucher to its buyer. It names no friend, and the shop would mail the voucher again if it
 * forgot the mail.
 */
const isForgettable = sql<boolean>`(sent_at is null or id not like 'voucher-sold-%')`;

/** Deletes the mails about a voucher to an address, with it or without. */
export async function deleteVoucherMailsTo(tx: Writer, voucherId: string, recipient: string): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('kind', '=', 'voucher')
    .where('recipient', '=', recipient)
    .where(({ or, eb }) => or([eb('voucher_id', '=', voucherId), eb('id', 'like', `voucher-changed-${voucherId}-%`)]))
    .where(isForgettable)
    .execute();
}

/** Deletes mails of these kinds that were sent or given up before this time. */
export async function deleteMails(tx: Writer, kinds: readonly string[], before: string): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('kind', 'in', kinds)
    .where((row) => row.or([row('sent_at', '<', before), row('given_up_at', '<', before)]))
    .where(isForgettable)
    .execute();
}

/** Deletes mails of all kinds that were sent or given up before this time, and counts them. */
export async function deleteAllMails(tx: Writer, before: string): Promise<number> {
  const result = await tx
    .deleteFrom('outbox')
    .where((row) => row.or([row('sent_at', '<', before), row('given_up_at', '<', before)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

const mailsNamed = (db: Reader, beginning: string) =>
  db
    .selectFrom('outbox')
    .selectAll()
    // A range uses the index, and `like` does not. The tilde sorts after all characters of ids.
    .where('id', '>=', beginning)
    .where('id', '<', `${beginning}~`)
    .orderBy('created_at')
    .orderBy('id');

/** The mails whose ids begin with the prefix, oldest first. */
export const findMailsNamed = (db: Reader, beginning: string): Promise<OutboxRow[]> =>
  mailsNamed(db, beginning).execute();

/** The same mails; nobody begins to send one until the transaction ends. */
export const lockMailsNamed = (
  { lockRows }: Pick<Database, 'lockRows'>,
  tx: Writer,
  beginning: string,
): Promise<OutboxRow[]> => lockRows(mailsNamed(tx, beginning)).execute();

/** Newest first. */
export const listMails = (db: Reader, limit: number): Promise<OutboxRow[]> =>
  db.selectFrom('outbox').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();

/** Mails that wait or were given up, newest first. */
export const listUnsentMails = (db: Reader, limit: number): Promise<OutboxRow[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('sent_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Whether an unsent mail can be made due. A sender may be sending one that is due soon, and would duplicate it. */
export const canRetry = ({ due_at }: Pick<OutboxRow, 'due_at'>, now: string): boolean =>
  due_at === null || due_at > later(now, CLAIM_MS);

/** Makes unsent mails due now, one or all, if `canRetry` says so; returns their number. */
export async function retryMails(tx: Writer, now: string, id?: string): Promise<number> {
  const result = await tx
    .updateTable('outbox')
    .set({ due_at: now, given_up_at: null, attempts: 0 })
    .where('sent_at', 'is', null)
    .where((row) => row.or([row('due_at', 'is', null), row('due_at', '>', later(now, CLAIM_MS))]))
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
