import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Which facts a product lacks that forbid its sale, and whether it is locked for that reason. */
export const salesLock: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema
      .alterTable('products')
      .addColumn('sale_locked', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('products')
      .addColumn('blocking_gaps', textColumn(engine), (c) => c.notNull().defaultTo('[]'))
      .execute();
  },
});
