import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Further pictures of a product. A column of products, because only the product's page and the feeds read them. */
export const morePictures: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema
      .alterTable('products')
      .addColumn('more_pictures', textColumn(engine), (c) => c.notNull().defaultTo('[]'))
      .execute();
  },
});
