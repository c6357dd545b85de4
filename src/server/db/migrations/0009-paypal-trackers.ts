import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** The parcel numbers that the shop reports to PayPal. The version before ignores them. */
export const paypalTrackers: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('paypal_trackers')
      .addColumn('order_id', words, (c) => c.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('tracking_number', words, (c) => c.notNull())
      .addColumn('state', words, (c) => c.notNull())
      .addColumn('round', 'integer', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('check_at', words)
      .addColumn('created_at', words, (c) => c.notNull())
      .addPrimaryKeyConstraint('paypal_trackers_key', ['order_id', 'tracking_number'])
      .execute();
    await db.schema.createIndex('paypal_trackers_by_time').on('paypal_trackers').column('created_at').execute();
    // Every minute a job looks at the latest parcels.
    for (const table of ['shipments', 'further_parcels'])
      await db.schema.createIndex(`${table}_by_hand_over`).on(table).column('handed_over_at').execute();
  },
});
