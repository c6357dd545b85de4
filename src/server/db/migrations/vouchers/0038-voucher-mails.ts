import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Mails that carry a gift voucher as a PDF. The version before sends them without it. */
export const voucherMails: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('outbox').addColumn('voucher_id', textColumn(engine)).execute();
  },
});
