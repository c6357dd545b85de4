import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** The labels that the shop has a carrier make. The version before ignores them. */
export const parcelLabels: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('parcel_labels')
      .addColumn('reference', words, (c) => c.primaryKey())
      .addColumn('order_id', words, (c) => c.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('round', 'integer', (c) => c.notNull())
      .addColumn('state', words, (c) => c.notNull())
      .addColumn('address', words, (c) => c.notNull())
      .addColumn('tracking_number', words)
      .addColumn('pdf', words)
      .addColumn('problems', words)
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('check_at', words)
      .addColumn('created_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('parcel_labels_by_order').on('parcel_labels').columns(['order_id', 'number']).execute();
    await db.schema.createIndex('parcel_labels_by_state').on('parcel_labels').column('state').execute();
  },
});
