import type { Insertable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { AuditRow, AuditTable } from '#src/server/db/tables/desk.ts';

export type AuditSubject =
  | 'order'
  | 'offer'
  | 'withdrawal'
  | 'message'
  | 'customer'
  | 'product'
  | 'category'
  | 'staff'
  | 'shop'
  | 'content'
  | 'review'
  | 'voucher';

export const insertAct = async (tx: Writer, row: Insertable<AuditTable>): Promise<void> => {
  await tx.insertInto('audit').values(row).execute();
};

/** Entries of one subject, newest first. */
export const findActsOn = (db: Reader, subject: string, id: string): Promise<AuditRow[]> =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();

/** How often one of these acts was recorded on a subject since a time. */
export async function countActsSince(
  db: Reader,
  { acts, subject, id, since }: { acts: readonly string[]; subject: AuditSubject; id: string; since: string },
): Promise<number> {
  const { total } = await db
    .selectFrom('audit')
    .select((row) => row.fn.countAll().as('total'))
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .where('act', 'in', acts)
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Deletes what was done to these subjects before a time; the database keeps entries of the last three years. */
export async function deleteActsBefore(tx: Writer, subjects: AuditSubject[], before: string): Promise<number> {
  const result = await tx
    .deleteFrom('audit')
    .where('subject', 'in', subjects)
    .where('at', '<', before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** `before`: only acts with a smaller id, for the next page. */
export const listActs = (
  db: Reader,
  { who, before, limit }: { who: string; before: number | undefined; limit: number },
): Promise<AuditRow[]> =>
  db
    .selectFrom('audit')
    .selectAll()
    .$if(who !== '', (query) => query.where('who', '=', who))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
