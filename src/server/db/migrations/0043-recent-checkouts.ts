import type { MigrationFactory } from '#src/server/db/migration.ts';

/** The alarm about payments reads the newest checkouts each minute. */
export const recentCheckouts: MigrationFactory = () => ({
  async up(db) {
    await db.schema.createIndex('checkouts_by_time').on('checkouts').column('created_at').execute();
  },
});
