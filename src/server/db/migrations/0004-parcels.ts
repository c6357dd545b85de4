import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/**
 * Orders with several parcels. The first parcel stays in `shipments`, where the version before reads it; the others are
 * new rows here. Lots of every parcel also stay in `shipment_lots`, so that a recall of the version before finds them.
 */
export const parcels: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);

    await db.schema
      .createTable('further_parcels')
      .addColumn('order_id', words, (c) => c.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('reason', words)
      .addColumn('reason_text', words)
      .addColumn('carrier', words)
      .addColumn('tracking_number', words)
      .addColumn('packed_at', words)
      .addColumn('handed_over_at', words)
      .addColumn('delivered_at', words)
      .addColumn('created_at', words, (c) => c.notNull())
      .addPrimaryKeyConstraint('further_parcels_pk', ['order_id', 'number'])
      .execute();
    await db.schema
      .createTable('parcel_units')
      .addColumn('order_id', words, (c) => c.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('cod_catalog', words, (c) => c.notNull())
      .addColumn('units', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('parcel_units_pk', ['order_id', 'number', 'cod_catalog'])
      .execute();
    await db.schema
      .createTable('parcel_lots')
      .addColumn('order_id', words, (c) => c.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('cod_catalog', words, (c) => c.notNull())
      .addColumn('lot', words, (c) => c.notNull())
      .addPrimaryKeyConstraint('parcel_lots_pk', ['order_id', 'number', 'cod_catalog', 'lot'])
      .execute();
    await db.schema.createIndex('parcel_lots_by_lot').on('parcel_lots').columns(['cod_catalog', 'lot']).execute();
  },
});
