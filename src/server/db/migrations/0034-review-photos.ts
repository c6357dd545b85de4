import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Photos of reviews, which are deleted with them. The version before shows none. */
export const reviewPhotos: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('review_photos')
      .addColumn('review_id', words, (c) => c.primaryKey().notNull().references('reviews.id').onDelete('cascade'))
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('webp', words, (c) => c.notNull())
      .execute();
  },
});
