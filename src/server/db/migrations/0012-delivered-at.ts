import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** When the parcel arrived: the withdrawal period begins then (§356(2) BGB). Unknown for orders delivered before. */
export const deliveredAt: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('orders').addColumn('delivered_at', textColumn(engine)).execute();
  },
});
