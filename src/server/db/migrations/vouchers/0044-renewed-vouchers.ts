import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** When a gift voucher got another code, so that its next mail says that the one before is void. */
export const renewedVouchers: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('vouchers').addColumn('renewed_at', textColumn(engine)).execute();
  },
});
