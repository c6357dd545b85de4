import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/**
 * What suppliers ask for their goods, how to read their price lists, and deliveries that were booked by mistake. The
 * version before shows such a delivery as booked.
 */
export const priceLists: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('supplier_costs')
      .addColumn('supplier_key', words, (c) => c.notNull())
      .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id'))
      .addColumn('supplier', words, (c) => c.notNull())
      .addColumn('cost_cents', 'integer', (c) => c.notNull())
      .addColumn('saved_at', words, (c) => c.notNull())
      .addPrimaryKeyConstraint('supplier_costs_pk', ['supplier_key', 'product_id'])
      .execute();
    await db.schema
      .createTable('price_list_columns')
      .addColumn('supplier_key', words, (c) => c.primaryKey().notNull())
      .addColumn('columns', words, (c) => c.notNull())
      .execute();
    await db.schema.alterTable('deliveries').addColumn('undone_at', words).execute();
    await db.schema.alterTable('deliveries').addColumn('undone_by', words).execute();
  },
});
