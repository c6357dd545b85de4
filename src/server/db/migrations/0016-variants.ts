import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Sizes and other variants of a product. The version before lists each of them as a product of its own. */
export const variants: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema.alterTable('products').addColumn('variant_of', words).execute();
    await db.schema
      .alterTable('products')
      .addColumn('variant_labels', words, (c) => c.notNull().defaultTo('{}'))
      .execute();
    await db.schema.createIndex('products_by_family').on('products').column('variant_of').execute();
  },
});
