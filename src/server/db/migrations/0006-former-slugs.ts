import { textColumn, type MigrationFactory } from '#src/server/db/migrate.ts';

/** Addresses that products had before an editor chose another: links to them lead on, and no other product takes them. */
export const formerSlugs: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema
      .createTable('former_slugs')
      .addColumn('slug', textColumn(engine), (c) => c.primaryKey())
      .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id'))
      .execute();
  },
});
