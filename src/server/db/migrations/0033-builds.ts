import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** The newest build of each version of the shop that servers run, in the object store that they share. */
export const builds: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('builds')
      .addColumn('version', words, (c) => c.primaryKey())
      .addColumn('name', words, (c) => c.notNull())
      .addColumn('published_at', words, (c) => c.notNull())
      .addColumn('replaced_at', words)
      .execute();
  },
});
