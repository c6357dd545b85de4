import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Labels of languages that have no column of their own, so that a shop can add a language without a migration. */
export const categoryLabels: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema
      .alterTable('categories')
      .addColumn('more_labels', textColumn(engine), (c) => c.notNull().defaultTo('{}'))
      .execute();
  },
});
