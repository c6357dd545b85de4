import type { Reader, Writer } from '#src/server/db/database.ts';
import type { CatalogueSourceRow } from '#src/server/db/tables/catalogue.ts';
import { versionDigest, writeFields, type Fields } from './catalogue-fields.ts';
import { batches } from './batches.ts';

export type Kind = CatalogueSourceRow['kind'];

/** `kind`: only records of this kind. */
export const findSources = (db: Reader, kind?: Kind): Promise<CatalogueSourceRow[]> =>
  db
    .selectFrom('catalogue_sources')
    .selectAll()
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .orderBy('kind')
    .orderBy('key')
    .execute();

export const findSource = (db: Reader, kind: Kind, key: string): Promise<CatalogueSourceRow | undefined> =>
  db.selectFrom('catalogue_sources').selectAll().where('kind', '=', kind).where('key', '=', key).executeTakeFirst();

/** The products with these codes that have a record. */
export async function findProductSources(db: Reader, codes: readonly string[]): Promise<CatalogueSourceRow[]> {
  const found: CatalogueSourceRow[] = [];
  for (const batch of batches(codes))
    found.push(
      ...(await db
        .selectFrom('catalogue_sources')
        .selectAll()
        .where('kind', '=', 'product')
        .where('key', 'in', batch)
        .execute()),
    );
  return found;
}

/** Products and categories whose drafts are not published yet. */
export const findUnpublished = (db: Reader): Promise<CatalogueSourceRow[]> =>
  db
    .selectFrom('catalogue_sources')
    .selectAll()
    .whereRef('draft', 'is distinct from', 'published')
    .orderBy('kind')
    .orderBy('key')
    .execute();

export async function countUnpublished(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('catalogue_sources')
    .select((row) => row.fn.countAll().as('count'))
    .whereRef('draft', 'is distinct from', 'published')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The records with these digests. */
export async function findVersions(db: Reader, digests: Iterable<string | null>): Promise<Map<string, Fields>> {
  const wanted = [...new Set(digests)].filter((digest) => digest !== null);
  const found = new Map<string, Fields>();
  for (const batch of batches(wanted)) {
    const rows = await db.selectFrom('catalogue_versions').selectAll().where('digest', 'in', batch).execute();
    for (const { digest, fields } of rows) found.set(digest, JSON.parse(fields) as Fields);
  }
  return found;
}

/** Stores missing records. */
export async function saveVersions(tx: Writer, records: readonly Fields[]): Promise<void> {
  const rows = new Map(records.map((fields) => [versionDigest(fields), writeFields(fields)]));
  for (const batch of batches([...rows].map(([digest, fields]) => ({ digest, fields }))))
    await tx
      .insertInto('catalogue_versions')
      .values(batch)
      .onConflict((conflict) => conflict.column('digest').doNothing())
      .execute();
}

export async function saveSources(tx: Writer, rows: readonly CatalogueSourceRow[]): Promise<void> {
  for (const batch of batches(rows))
    await tx
      .insertInto('catalogue_sources')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['kind', 'key']).doUpdateSet((eb) => ({
          draft: eb.ref('excluded.draft'),
          published: eb.ref('excluded.published'),
          agreed: eb.ref('excluded.agreed'),
          version: eb.ref('excluded.version'),
          first_quantity: eb.ref('excluded.first_quantity'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
      .execute();
}

export async function deleteSource(tx: Writer, kind: Kind, key: string): Promise<void> {
  await tx.deleteFrom('catalogue_sources').where('kind', '=', kind).where('key', '=', key).execute();
}

/** The stored pictures of original files, by the originals' names. */
export async function findStoredPictures(db: Reader, originals: Iterable<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const batch of batches([...new Set(originals)])) {
    const rows = await db.selectFrom('product_pictures').selectAll().where('original', 'in', batch).execute();
    for (const { original, stored } of rows) found.set(original, stored);
  }
  return found;
}

export async function saveStoredPictures(tx: Writer, pictures: ReadonlyMap<string, string>): Promise<void> {
  for (const batch of batches([...pictures].map(([original, stored]) => ({ original, stored }))))
    await tx
      .insertInto('product_pictures')
      .values(batch)
      .onConflict((conflict) =>
        conflict.column('original').doUpdateSet((eb) => ({ stored: eb.ref('excluded.stored') })),
      )
      .execute();
}
