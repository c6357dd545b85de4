import type { Writer } from '#src/server/db/database.ts';
import type { ConsentRow } from '#src/server/db/tables/accounts.ts';

export const insertConsent = async (tx: Writer, row: ConsentRow): Promise<void> => {
  await tx.insertInto('consents').values(row).execute();
};

/** Deletes choices that the same browser replaced by a later choice before this date. */
export async function deleteConsents(tx: Writer, before: string): Promise<void> {
  await tx
    .deleteFrom('consents')
    .where('id', 'in', (db) =>
      db
        .selectFrom('consents as old')
        .innerJoin('consents as later', (join) =>
          join.onRef('later.receipt', '=', 'old.receipt').onRef('later.created_at', '>', 'old.created_at'),
        )
        .select('old.id')
        .where('later.created_at', '<', before),
    )
    .execute();
}
