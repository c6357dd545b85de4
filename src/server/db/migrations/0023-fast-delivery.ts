import type { MigrationFactory } from '#src/server/db/migration.ts';

/** What the faster delivery costs more than the usual one. The version before does not offer it. */
export const fastDelivery: MigrationFactory = () => ({
  async up(db) {
    await db.schema
      .alterTable('checkouts')
      .addColumn('fast_surcharge_cents', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
});
