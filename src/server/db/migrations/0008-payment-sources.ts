import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** What PayPal takes the money from, and the card that it charged. The version before reads neither. */
export const paymentSources: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema.alterTable('checkouts').addColumn('payment_source', words).execute();
    await db.schema.alterTable('payments').addColumn('paid_with', words).execute();
  },
});
