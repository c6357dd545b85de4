import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/**
 * Orders that are paid by bank transfer. Their payment is a pending row in `payments` that the version before never
 * asks PayPal about, because it has no `check_at`.
 */
export const transfers: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('transfers')
      .addColumn('checkout_id', words, (c) => c.primaryKey().references('checkouts.id').onDelete('cascade'))
      .addColumn('capture_id', words, (c) => c.notNull().unique())
      .addColumn('holder', words, (c) => c.notNull())
      .addColumn('iban', words, (c) => c.notNull())
      .addColumn('bic', words)
      .addColumn('due_at', words, (c) => c.notNull())
      .addColumn('reminded_at', words)
      .addColumn('check_at', words)
      .addColumn('entry', words)
      .execute();
    await db.schema.createIndex('transfers_by_check').on('transfers').column('check_at').execute();
  },
});
