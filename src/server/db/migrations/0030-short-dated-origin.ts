import type { MigrationFactory } from '#src/server/db/migration.ts';

/** The product from which the units of a short-dated variant come. The version before guesses it from the lots. */
export const shortDatedOrigin: MigrationFactory = () => ({
  async up(db) {
    await db.schema.alterTable('products').addColumn('origin_id', 'integer').execute();
  },
});
