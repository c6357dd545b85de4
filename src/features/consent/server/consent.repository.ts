import type { Writer } from '#src/server/db/database.ts';
import type { ConsentRow } from '#src/server/db/schema.ts';

export const insertConsent = async (tx: Writer, row: ConsentRow): Promise<void> => {
  await tx.insertInto('consents').values(row).execute();
};
