import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** From how many units on a product should be ordered again. By code, so that a product which comes back keeps its mark. */
export const stockMarks: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema
      .createTable('stock_marks')
      .addColumn('cod_catalog', textColumn(engine), (c) => c.primaryKey())
      .addColumn('units', 'integer', (c) => c.notNull())
      .execute();
  },
});
