import { textColumn, type MigrationFactory } from '#src/server/db/migrate.ts';

/** Checkouts begun before have none: nothing is compared with it. */
export const paypalPayee: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('checkouts').addColumn('paypal_payee', textColumn(engine)).execute();
  },
});
