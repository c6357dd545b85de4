import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Checkouts whose address PayPal tells: the buyer confirms them in the shop after the approval. */
export const expressCheckouts: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('checkouts').addColumn('express', textColumn(engine)).execute();
  },
});
