import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/**
 * Which mailbox a link to reviews was made for, and the address in a mail that ends mails of its kind. The version
 * before leaves both empty.
 */
export const reviewKeyMailbox: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .alterTable('review_keys')
      .addColumn('email_hash', words, (c) => c.notNull().defaultTo(''))
      .execute();
    await db.schema.alterTable('outbox').addColumn('unsubscribe_url', words).execute();
  },
});
