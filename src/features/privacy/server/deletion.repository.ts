import { randomUUID } from 'node:crypto';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { DeletionRow } from '#src/server/db/tables/records.ts';

/** Records a deletion, unless nothing was deleted. */
export async function recordDeletion(tx: Writer, row: Omit<DeletionRow, 'id'>): Promise<void> {
  if (row.count === 0) return;
  await tx
    .insertInto('deletions')
    .values({ id: randomUUID(), ...row })
    .execute();
}

/** Newest first. */
export const listDeletions = (db: Reader, limit: number): Promise<DeletionRow[]> =>
  db.selectFrom('deletions').selectAll().orderBy('at', 'desc').orderBy('what').limit(limit).execute();
