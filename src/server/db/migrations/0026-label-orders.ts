import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** The orders that travel under the label of another order's parcel. The version before makes each a label of its own. */
export const labelOrders: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('label_orders')
      .addColumn('reference', words, (c) => c.notNull().references('parcel_labels.reference').onDelete('cascade'))
      .addColumn('order_id', words, (c) => c.notNull().references('orders.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('label_orders_pk', ['reference', 'order_id'])
      .execute();
    await db.schema.createIndex('label_orders_by_order').on('label_orders').column('order_id').execute();
  },
});
