import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Addresses that asked to be told once when a sold-out product is back. */
export const restockNotices: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('restock_notices')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id').onDelete('cascade'))
      .addColumn('email', words, (c) => c.notNull())
      // The address in lower case, for comparison.
      .addColumn('email_key', words, (c) => c.notNull())
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('token_hash', words, (c) => c.notNull().unique())
      .addColumn('created_at', words, (c) => c.notNull())
      // null until the address is confirmed by the mailed link.
      .addColumn('confirmed_at', words)
      .execute();
    await db.schema.createIndex('restock_notices_by_product').on('restock_notices').columns(['product_id', 'email_key']).execute();
    await db.schema.createIndex('restock_notices_by_confirmation').on('restock_notices').columns(['confirmed_at', 'created_at']).execute();
  },
});
