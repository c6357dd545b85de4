import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Why PayPal refuses a refund, so that the owner is told what to do. */
export const refundIssues: MigrationFactory = (engine) => ({
  async up(db) {
    for (const column of ['issue', 'failed_at']) await db.schema.alterTable('refunds').addColumn(column, textColumn(engine)).execute();
  },
});
