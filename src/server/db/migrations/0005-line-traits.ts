import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Brand, subtitle and content at the time of purchase, because the contract keeps them when the catalogue changes. */
export const lineTraits: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema
      .alterTable('checkout_lines')
      .addColumn('traits', textColumn(engine), (c) => c.notNull().defaultTo(''))
      .execute();
  },
});
