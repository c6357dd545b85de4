import { randomUUID } from 'node:crypto';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { DeletionRow } from '#src/server/db/tables/records.ts';

/** Records a deletion, unless nothing was deleted. With the `id` of an earlier row, adds to its count. */
export async function recordDeletion(
  tx: Writer,
  { id = randomUUID(), ...row }: Omit<DeletionRow, 'id'> & { id?: string },
): Promise<void> {
  if (row.count === 0) return;
  await tx
    .insertInto('deletions')
    .values({ id, ...row })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref, eb }) => ({ count: eb(ref('deletions.count'), '+', row.count) })),
    )
    .execute();
}

/** Newest first. */
export const listDeletions = (db: Reader, limit: number): Promise<DeletionRow[]> =>
  db.selectFrom('deletions').selectAll().orderBy('at', 'desc').orderBy('what').limit(limit).execute();
