import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** A customer's cart, which follows to other devices. */
export const accountCarts: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('account_carts')
      .addColumn('client_id', words, (c) => c.notNull().primaryKey().references('clients.id').onDelete('cascade'))
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('lines', words, (c) => c.notNull())
      .addColumn('calls', words, (c) => c.notNull())
      .addColumn('updated_at', words, (c) => c.notNull())
      .execute();
  },
});
