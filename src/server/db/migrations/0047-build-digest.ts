import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** SHA-256 of a build's record in the object store, so that a server takes no other record than the one that was published. */
export const buildDigest: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('builds').addColumn('sha256', textColumn(engine)).execute();
  },
});
