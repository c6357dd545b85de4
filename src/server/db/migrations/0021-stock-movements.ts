import { sql } from 'kysely';
import { identityColumn, runAll, textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/**
 * The history of each product's stock. It begins with what is there. A server of the version before changes the stock
 * without a note: such a difference is shown, and recorded when somebody has seen it.
 */
export const stockMovements: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('stock_movements')
      .addColumn('id', identityColumn(engine))
      .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id'))
      .addColumn('at', words, (c) => c.notNull())
      .addColumn('units', 'integer', (c) => c.notNull())
      .addColumn('stock', 'integer', (c) => c.notNull())
      .addColumn('reason', words, (c) => c.notNull())
      .addColumn('who', words)
      .addColumn('checkout_id', words)
      .execute();
    await db.schema
      .createIndex('stock_movements_by_product')
      .on('stock_movements')
      .columns(['product_id', 'id'])
      .execute();
    await sql`insert into stock_movements (product_id, at, units, stock, reason)
      select id, ${new Date().toISOString()}, quantity_available, quantity_available, 'opening'
      from products where quantity_available <> 0 order by id`.execute(db);
    await runAll(db, engine.appendOnly('stock_movements'));
  },
});
