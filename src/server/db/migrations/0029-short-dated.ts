import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Variants that sell units until their date. The version before sells them, too, and does not end them. */
export const shortDated: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('products').addColumn('sold_until', textColumn(engine)).execute();
    await db.schema
      .createIndex('products_sold_until')
      .on('products')
      .column('sold_until')
      .where('sold_until', 'is not', null)
      .execute();
  },
});
