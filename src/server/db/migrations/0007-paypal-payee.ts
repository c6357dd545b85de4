import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Null for checkouts from before this column; the payee check skips them. */
export const paypalPayee: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('checkouts').addColumn('paypal_payee', textColumn(engine)).execute();
  },
});
