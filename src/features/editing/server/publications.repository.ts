import type { Writer } from '#src/server/db/database.ts';
import type { PublicationChangeRow, PublicationRow } from '#src/server/db/tables/catalogue.ts';
import { batches } from './catalogue-write.repository.ts';

export type PublicationChange = Omit<PublicationChangeRow, 'publication_id'>;

/** Records a publication with what it changed; returns its number. */
export async function insertPublication(
  tx: Writer,
  publication: Omit<PublicationRow, 'id'>,
  changes: readonly PublicationChange[],
): Promise<number> {
  const { id } = await tx.insertInto('publications').values(publication).returning('id').executeTakeFirstOrThrow();
  for (const batch of batches(changes))
    await tx
      .insertInto('publication_changes')
      .values(batch.map((change) => ({ publication_id: id, ...change })))
      .execute();
  return id;
}
