import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Sets of products. An order has a line for each part; the version before shows these lines without their set. */
export const sets: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema
      .createTable('set_parts')
      .addColumn('set_id', 'integer', (c) => c.notNull().references('products.id').onDelete('cascade'))
      .addColumn('part_id', 'integer', (c) => c.notNull().references('products.id').onDelete('cascade'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('units', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('set_parts_pk', ['set_id', 'part_id'])
      .execute();
    await db.schema.createIndex('set_parts_by_part').on('set_parts').column('part_id').execute();
    await db.schema
      .alterTable('checkout_lines')
      .addColumn('set_id', 'integer', (c) => c.references('products.id'))
      .execute();
    await db.schema.alterTable('checkout_lines').addColumn('set_name', textColumn(engine)).execute();
    await db.schema.alterTable('checkout_lines').addColumn('set_quantity', 'integer').execute();
  },
});
