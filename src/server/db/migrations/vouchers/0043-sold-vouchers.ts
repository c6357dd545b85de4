import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Checkouts that buy a gift voucher. The version before sells none, and shows its orders without a line. */
export const soldVouchers: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('checkouts').addColumn('gift_voucher', textColumn(engine)).execute();
  },
});
