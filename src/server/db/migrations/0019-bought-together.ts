import type { MigrationFactory } from '#src/server/db/migration.ts';

/** In how many orders two products were together. The version before ignores it. */
export const boughtTogether: MigrationFactory = () => ({
  async up(db) {
    await db.schema
      .createTable('bought_together')
      .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id').onDelete('cascade'))
      .addColumn('other_id', 'integer', (c) => c.notNull().references('products.id').onDelete('cascade'))
      .addColumn('orders', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('bought_together_pk', ['product_id', 'other_id'])
      .execute();
  },
});
