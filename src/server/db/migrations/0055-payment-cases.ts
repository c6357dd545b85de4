import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Disputes at PayPal, and payments that a buyer's bank or PayPal took back. */
export const paymentCases: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('payment_cases')
      .addColumn('id', words, (c) => c.notNull())
      .addColumn('checkout_id', words, (c) => c.notNull().references('checkouts.id'))
      .addColumn('kind', words, (c) => c.notNull())
      .addColumn('state', words, (c) => c.notNull())
      .addColumn('amount_cents', 'integer', (c) => c.notNull())
      .addColumn('reason', words)
      .addColumn('outcome', words)
      .addColumn('respond_by', words)
      .addColumn('opened_at', words, (c) => c.notNull())
      .addColumn('news_at', words, (c) => c.notNull())
      .addColumn('closed_at', words)
      .addPrimaryKeyConstraint('payment_cases_key', ['id', 'checkout_id'])
      .execute();
    await db.schema.createIndex('payment_cases_by_checkout').on('payment_cases').columns(['checkout_id', 'state']).execute();
  },
});
