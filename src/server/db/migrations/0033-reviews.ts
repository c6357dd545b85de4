import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Reviews by buyers, the mails that ask for them, and reports of reviews. The version before ignores all of it. */
export const reviews: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('reviews')
      .addColumn('id', words, (c) => c.primaryKey().notNull())
      .addColumn('order_id', words, (c) => c.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id').onDelete('cascade'))
      .addColumn('stars', 'integer', (c) => c.notNull())
      .addColumn('text', words, (c) => c.notNull())
      .addColumn('shown_name', words, (c) => c.notNull())
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('state', words, (c) => c.notNull())
      .addColumn('reason', words)
      .addColumn('reply', words)
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('written_at', words, (c) => c.notNull())
      .addColumn('decided_at', words)
      .addUniqueConstraint('reviews_once', ['order_id', 'product_id'])
      .execute();
    await db.schema.createIndex('reviews_by_product').on('reviews').columns(['product_id', 'state']).execute();
    await db.schema.createIndex('reviews_by_state').on('reviews').columns(['state', 'written_at']).execute();
    await db.schema
      .createTable('review_keys')
      .addColumn('key_hash', words, (c) => c.primaryKey().notNull())
      .addColumn('order_id', words, (c) => c.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('expires_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('review_keys_by_order').on('review_keys').column('order_id').execute();
    await db.schema
      .createTable('review_asks')
      .addColumn('order_id', words, (c) => c.primaryKey().notNull().references('orders.id').onDelete('cascade'))
      .addColumn('wording', words, (c) => c.notNull())
      .addColumn('agreed_at', words, (c) => c.notNull())
      .addColumn('asked_at', words)
      .addColumn('ended_at', words)
      .execute();
    await db.schema
      .createTable('review_optouts')
      .addColumn('email_hash', words, (c) => c.primaryKey().notNull())
      .addColumn('at', words, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('review_reports')
      .addColumn('id', words, (c) => c.primaryKey().notNull())
      .addColumn('review_id', words, (c) => c.notNull().references('reviews.id').onDelete('cascade'))
      .addColumn('reason', words, (c) => c.notNull())
      .addColumn('text', words, (c) => c.notNull())
      .addColumn('email', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('done_at', words)
      .execute();
    await db.schema.createIndex('review_reports_by_review').on('review_reports').column('review_id').execute();
  },
});
