import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** What a product's row was compiled from, so that an import compiles only what has changed. */
export const compiledOf: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('products').addColumn('compiled_of', textColumn(engine)).execute();
  },
});
