import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** The labels of return parcels, and whether an order promised free returns. The version before ignores both. */
export const returnLabels: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema.alterTable('orders').addColumn('free_returns', 'integer').execute();
    await db.schema
      .createTable('return_labels')
      .addColumn('reference', words, (c) => c.primaryKey())
      .addColumn('order_id', words, (c) => c.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('withdrawal_id', words)
      .addColumn('round', 'integer', (c) => c.notNull())
      .addColumn('state', words, (c) => c.notNull())
      .addColumn('asked_by', words, (c) => c.notNull())
      .addColumn('tracking_number', words)
      .addColumn('pdf', words)
      .addColumn('qr', words)
      .addColumn('problems', words)
      .addColumn('event_at', words)
      .addColumn('event', words)
      .addColumn('sent_at', words)
      .addColumn('arrived_at', words)
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('check_at', words)
      .addColumn('created_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('return_labels_by_order').on('return_labels').column('order_id').execute();
    await db.schema.createIndex('return_labels_by_withdrawal').on('return_labels').column('withdrawal_id').execute();
    await db.schema.createIndex('return_labels_by_check').on('return_labels').column('check_at').execute();
  },
});
