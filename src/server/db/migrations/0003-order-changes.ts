import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Addresses that change after the order, and the buyers' requests for another one. */
export const orderChanges: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('order_changes')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('order_id', words, (c) => c.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('kind', words, (c) => c.notNull())
      .addColumn('before', words, (c) => c.notNull())
      .addColumn('after', words, (c) => c.notNull())
      .addColumn('who', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('order_changes_by_order').on('order_changes').column('order_id').execute();
    await db.schema
      .createTable('address_requests')
      .addColumn('order_id', words, (c) => c.primaryKey().references('orders.id').onDelete('cascade'))
      .addColumn('address', words, (c) => c.notNull())
      .addColumn('state', words, (c) => c.notNull())
      .addColumn('asked_at', words, (c) => c.notNull())
      .addColumn('decided_at', words)
      .execute();
  },
});
