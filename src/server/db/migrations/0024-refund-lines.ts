import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** What each refund gave back. Null for refunds from before these columns and for those made in PayPal's own pages. */
export const refundLines: MigrationFactory = (engine) => ({
  async up(db) {
    const text = textColumn(engine);
    for (const column of ['lines', 'shares', 'restocked', 'requested_by'])
      await db.schema.alterTable('refunds').addColumn(column, text).execute();
  },
});
