import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** When the bank booked a transfer, for the books. */
export const transferDays: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('transfers').addColumn('booked_at', textColumn(engine)).execute();
  },
});
