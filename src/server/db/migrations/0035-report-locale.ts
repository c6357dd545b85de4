import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** The language in which a person reported a review, and gets the answer. The version before leaves it empty. */
export const reportLocale: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('review_reports').addColumn('locale', textColumn(engine)).execute();
  },
});
