import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Recalls of a product or one of its lots, by code, so that a product which comes back stays recalled. */
export const recalls: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('recalls')
      .addColumn('cod_catalog', words, (c) => c.notNull())
      .addColumn('lot', words, (c) => c.notNull())
      .addColumn('hazards', words, (c) => c.notNull())
      .addColumn('sold_from', words)
      .addColumn('sold_to', words)
      .addColumn('recalled_at', words, (c) => c.notNull())
      .addColumn('sale_resumed_at', words)
      .addColumn('undone_at', words)
      .addPrimaryKeyConstraint('recalls_pk', ['cod_catalog', 'lot'])
      .execute();
    await db.schema
      .alterTable('products')
      .addColumn('recalled', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
});
