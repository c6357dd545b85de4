import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/**
 * Discount codes. The prices in an order's lines contain the discount, so the version before counts what was paid; it
 * shows no discount.
 */
export const codes: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('codes')
      .addColumn('code', words, (c) => c.primaryKey().notNull())
      .addColumn('kind', words, (c) => c.notNull())
      .addColumn('value', 'integer', (c) => c.notNull())
      .addColumn('minimum_cents', 'integer', (c) => c.notNull())
      .addColumn('starts_on', words)
      .addColumn('ends_on', words)
      .addColumn('max_uses', 'integer')
      .addColumn('max_uses_each', 'integer')
      .addColumn('scope', words, (c) => c.notNull())
      .addColumn('targets', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('ended_at', words)
      .execute();
    await db.schema.alterTable('checkouts').addColumn('code', words).execute();
    await db.schema.alterTable('checkouts').addColumn('code_buyer', words).execute();
    await db.schema
      .alterTable('checkouts')
      .addColumn('shipping_discount_cents', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('checkout_lines')
      .addColumn('discount_cents', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('checkouts_by_code')
      .on('checkouts')
      .column('code')
      .where('code', 'is not', null)
      .execute();
  },
});
