import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** What editors wrote for search engines. The version before shows what the pages say by themselves. */
export const headWords: MigrationFactory = (engine) => ({
  async up(db) {
    for (const table of ['products', 'categories'] as const)
      await db.schema
        .alterTable(table)
        .addColumn('head_words', textColumn(engine), (c) => c.notNull().defaultTo('{}'))
        .execute();
  },
});
