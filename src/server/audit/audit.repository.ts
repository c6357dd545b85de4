import type { Insertable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { AuditRow, AuditTable } from '#src/server/db/tables/desk.ts';

export const insertAct = async (tx: Writer, row: Insertable<AuditTable>): Promise<void> => {
  await tx.insertInto('audit').values(row).execute();
};

/** What was done to one subject, newest first. */
export const findActsOn = (db: Reader, subject: string, id: string): Promise<AuditRow[]> =>
  db.selectFrom('audit').selectAll().where('subject', '=', subject).where('subject_id', '=', id).orderBy('id', 'desc').limit(200).execute();

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
