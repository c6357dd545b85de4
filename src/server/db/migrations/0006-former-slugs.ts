import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Earlier addresses of products: old links redirect to the product, and no other product may use them. */
export const formerSlugs: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema
      .createTable('former_slugs')
      .addColumn('slug', textColumn(engine), (c) => c.primaryKey())
      .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id'))
      .execute();
  },
});
