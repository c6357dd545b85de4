import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** The digest of a product's sources, so that an import compiles only changed products. */
export const compiledOf: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('products').addColumn('compiled_of', textColumn(engine)).execute();
  },
});
