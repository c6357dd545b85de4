import { textColumn, type MigrationFactory } from '#src/server/db/migrate.ts';

/** What a product was besides its name when it was bought: the catalogue changes, the contract does not. */
export const lineTraits: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema
      .alterTable('checkout_lines')
      .addColumn('traits', textColumn(engine), (c) => c.notNull().defaultTo(''))
      .execute();
  },
});
