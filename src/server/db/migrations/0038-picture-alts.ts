import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Text alternatives of a product's pictures, in the row of each language. */
export const pictureAlts: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema
      .alterTable('product_texts')
      .addColumn('picture_alts', textColumn(engine), (c) => c.notNull().defaultTo('[]'))
      .execute();
  },
});
