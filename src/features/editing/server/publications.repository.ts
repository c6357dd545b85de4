import type { Reader, Writer } from '#src/server/db/database.ts';
import type { PublicationChangeRow, PublicationRow } from '#src/server/db/tables/catalogue.ts';
import { batches } from './batches.ts';
import type { Kind } from './sources.repository.ts';

export type PublicationChange = Omit<PublicationChangeRow, 'publication_id'>;

/** Records a publication with its changes; returns its number. */
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

/**
 * The live versions after a publication, of all records that later ones changed: digests by `kind key`, null for
 * records that were not in the shop.
 */
export async function findStatesAfter(db: Reader, publicationId: number): Promise<Map<string, string | null>> {
  const later = await db
    .selectFrom('publication_changes')
    .select(['kind', 'key', 'before'])
    .where('publication_id', '>', publicationId)
    .orderBy('publication_id', 'desc')
    .execute();
  // Sets the first change after the publication last.
  return new Map(later.map(({ kind, key, before }) => [`${kind} ${key}`, before]));
}

/** The last live versions of records that left the shop, by key. */
export async function findLastPublished(db: Reader, kind: Kind, keys: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const batch of batches(keys)) {
    const rows = await db
      .selectFrom('publication_changes')
      .select(['key', 'before'])
      .where('kind', '=', kind)
      .where('key', 'in', batch)
      .where('before', 'is not', null)
      .orderBy('publication_id')
      .execute();
    for (const { key, before } of rows) found.set(key, before!);
  }
  return found;
}

export interface ListedPublication extends PublicationRow {
  changes: number;
}

/** The latest publications, newest first. */
export async function findPublications(db: Reader, limit: number, offset: number): Promise<ListedPublication[]> {
  const rows = await db
    .selectFrom('publications as p')
    .select((row) => [
      'p.id',
      'p.at',
      'p.who',
      'p.origin',
      row
        .selectFrom('publication_changes as c')
        .whereRef('c.publication_id', '=', 'p.id')
        .select((change) => change.fn.countAll().as('changes'))
        .as('changes'),
    ])
    .orderBy('p.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({ ...row, changes: Number(row.changes) }));
}

export const findPublication = (db: Reader, id: number): Promise<PublicationRow | undefined> =>
  db.selectFrom('publications').selectAll().where('id', '=', id).executeTakeFirst();

export const findPublicationChanges = (db: Reader, id: number): Promise<PublicationChangeRow[]> =>
  db
    .selectFrom('publication_changes')
    .selectAll()
    .where('publication_id', '=', id)
    .orderBy('kind')
    .orderBy('key')
    .execute();

export async function countPublications(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('publications')
    .select((row) => row.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface RecordPublication extends PublicationRow {
  before: string | null;
  after: string | null;
}

/** The publications that changed a record, newest first. */
export const findPublicationsOf = (db: Reader, kind: Kind, key: string): Promise<RecordPublication[]> =>
  db
    .selectFrom('publication_changes as c')
    .innerJoin('publications as p', 'p.id', 'c.publication_id')
    .select(['p.id', 'p.at', 'p.who', 'p.origin', 'c.before', 'c.after'])
    .where('c.kind', '=', kind)
    .where('c.key', '=', key)
    .orderBy('p.id', 'desc')
    .execute();
