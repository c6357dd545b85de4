import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Parcels with their tracking numbers, and the lots that were noted when they were packed. */
export const shipments: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('shipments')
      .addColumn('order_id', words, (c) => c.primaryKey().references('orders.id').onDelete('cascade'))
      .addColumn('carrier', words)
      .addColumn('tracking_number', words)
      .addColumn('packed_at', words, (c) => c.notNull())
      .addColumn('handed_over_at', words)
      .addColumn('delivered_at', words)
      .execute();
    await db.schema
      .createTable('shipment_lots')
      .addColumn('order_id', words, (c) => c.notNull().references('shipments.order_id').onDelete('cascade'))
      .addColumn('cod_catalog', words, (c) => c.notNull())
      .addColumn('lot', words, (c) => c.notNull())
      .addPrimaryKeyConstraint('shipment_lots_pk', ['order_id', 'cod_catalog', 'lot'])
      .execute();
    await db.schema.createIndex('shipment_lots_by_lot').on('shipment_lots').columns(['cod_catalog', 'lot']).execute();
  },
});
