import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Deliveries of suppliers, each booked once. The version before ignores them. */
export const deliveries: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('deliveries')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('supplier', words, (c) => c.notNull())
      .addColumn('note', words, (c) => c.notNull())
      .addColumn('supplier_key', words, (c) => c.notNull())
      .addColumn('note_key', words, (c) => c.notNull())
      .addColumn('units', 'integer', (c) => c.notNull())
      .addColumn('who', words)
      .addColumn('booked_at', words, (c) => c.notNull())
      .addUniqueConstraint('one_delivery_per_note', ['supplier_key', 'note_key'])
      .execute();
    await db.schema
      .createTable('delivery_lines')
      .addColumn('delivery_id', words, (c) => c.notNull().references('deliveries.id'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id'))
      .addColumn('units', 'integer', (c) => c.notNull())
      .addColumn('cost_cents', 'integer')
      .addPrimaryKeyConstraint('delivery_lines_pk', ['delivery_id', 'position'])
      .execute();
    await db.schema.alterTable('stock_movements').addColumn('delivery_id', words).execute();
  },
});
