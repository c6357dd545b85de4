import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** How the buyer gets the goods. The version before sends all orders. */
export const deliveryMethod: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema
      .alterTable('checkouts')
      .addColumn('delivery_method', textColumn(engine), (c) => c.notNull().defaultTo('standard'))
      .execute();
  },
});
