import type { Reader, Writer } from '#src/server/db/database.ts';

export interface NewestBuild {
  version: string;
  name: string;
  /** Digest of its record in the object store; null when an earlier version of the shop published it. */
  sha256: string | null;
}

/** The newest build of a version; undefined before its first. */
export const findBuild = (db: Reader, version: string): Promise<NewestBuild | undefined> =>
  db.selectFrom('builds').select(['version', 'name', 'sha256']).where('version', '=', version).executeTakeFirst();

/** The newest builds of all versions that servers may run; the current version's comes first. */
export const findBuilds = (db: Reader): Promise<NewestBuild[]> =>
  db.selectFrom('builds').select(['version', 'name', 'sha256']).orderBy('published_at', 'desc').execute();

/** Makes a build the newest of its version. Deletes versions that were replaced before this time. */
export async function setNewest(tx: Writer, build: NewestBuild, at: string, forgetBefore: string): Promise<void> {
  const row = { ...build, published_at: at, replaced_at: null };
  await tx
    .insertInto('builds')
    .values(row)
    .onConflict((conflict) => conflict.column('version').doUpdateSet(row))
    .execute();
  await tx
    .updateTable('builds')
    .set({ replaced_at: at })
    .where('version', '!=', build.version)
    .where('replaced_at', 'is', null)
    .execute();
  await tx.deleteFrom('builds').where('replaced_at', '<', forgetBefore).execute();
}
