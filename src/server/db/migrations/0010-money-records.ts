import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/**
 * What PayPal lists of the shop's account: payments with their fees, refunds, reversals, fees and withdrawals. The
 * buyer's bank account, and the file that a refund by transfer was handed out in.
 */
export const moneyRecords: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('paypal_movements')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('code', words, (c) => c.notNull())
      .addColumn('at', words, (c) => c.notNull())
      .addColumn('amount_cents', 'integer', (c) => c.notNull())
      .addColumn('fee_cents', 'integer', (c) => c.notNull())
      .addColumn('capture_id', words)
      .execute();
    await db.schema.createIndex('paypal_movements_by_time').on('paypal_movements').column('at').execute();
    await db.schema.alterTable('transfers').addColumn('payer_iban', words).execute();
    await db.schema.alterTable('transfers').addColumn('payer_name', words).execute();
    await db.schema.alterTable('refunds').addColumn('transfer_file', words).execute();
  },
});
