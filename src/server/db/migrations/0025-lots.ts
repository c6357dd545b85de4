import { sql } from 'kysely';
import { identityColumn, textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Units by lot and best-before date. A server of the version before changes the stock without its lots. */
export const lots: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('lots')
      .addColumn('id', identityColumn(engine))
      .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id'))
      .addColumn('lot', words, (c) => c.notNull())
      .addColumn('lot_key', words, (c) => c.notNull())
      .addColumn('best_before', words, (c) => c.notNull())
      .addColumn('units', 'integer', (c) => c.notNull())
      .addUniqueConstraint('one_row_per_lot', ['product_id', 'lot_key', 'best_before'])
      .addCheckConstraint('lots_units', sql`units >= 0`)
      .execute();
    await db.schema.alterTable('stock_movements').addColumn('lot_id', 'integer').execute();
    await db.schema
      .createIndex('stock_movements_with_lot')
      .on('stock_movements')
      .columns(['checkout_id', 'product_id'])
      .where(sql.ref('lot_id'), 'is not', null)
      .execute();
    await db.schema.alterTable('delivery_lines').addColumn('lot', words).execute();
    await db.schema.alterTable('delivery_lines').addColumn('best_before', words).execute();
    await db.schema.alterTable('parcel_lots').addColumn('lot_id', 'integer').execute();
    await db.schema.alterTable('parcel_lots').addColumn('units', 'integer').execute();
  },
});
