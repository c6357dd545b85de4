import type { Writer } from '#src/server/db/database.ts';
import type { ConsentRow } from '#src/server/db/schema.ts';

export const insertConsent = async (tx: Writer, row: ConsentRow): Promise<void> => {
  await tx.insertInto('consents').values(row).execute();
};

/** Choices that a later one in the same browser replaced before that. */
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
