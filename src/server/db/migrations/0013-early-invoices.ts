import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** When the money arrived for an invoice that came with the order, for the books. */
export const earlyInvoices: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('transfers').addColumn('invoice_paid_at', textColumn(engine)).execute();
    await db.schema.createIndex('transfers_by_payment').on('transfers').column('invoice_paid_at').execute();
  },
});
