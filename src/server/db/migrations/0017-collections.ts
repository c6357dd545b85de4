import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Orders that wait at the shop for their buyers. The version before ignores them. */
export const collections: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('collections')
      .addColumn('order_id', words, (c) => c.primaryKey().references('orders.id').onDelete('cascade'))
      .addColumn('code', words, (c) => c.notNull().unique())
      .addColumn('ready_at', words, (c) => c.notNull())
      .addColumn('last_day', words, (c) => c.notNull())
      .addColumn('reminded_at', words)
      .addColumn('check_at', words)
      .execute();
    await db.schema.createIndex('collections_by_check').on('collections').column('check_at').execute();
  },
});
