import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Messages from people to the shop: contact messages, withdrawals, consent. */
export const messages: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);

    await db.schema
      .createTable('contact_messages')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('name', words, (c) => c.notNull())
      .addColumn('email', words, (c) => c.notNull())
      .addColumn('subject', words, (c) => c.notNull())
      .addColumn('message', words, (c) => c.notNull())
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('contact_messages_by_time').on('contact_messages').column('created_at').execute();

    await db.schema
      .createTable('withdrawals')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('name', words, (c) => c.notNull())
      .addColumn('email', words, (c) => c.notNull())
      .addColumn('order_number', words, (c) => c.notNull())
      // The withdrawn part of the order; empty means the whole order.
      .addColumn('part', words, (c) => c.notNull())
      // Whether the order number is known; the shop accepts the withdrawal in either case.
      .addColumn('verified', 'integer', (c) => c.notNull())
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('withdrawals_by_time').on('withdrawals').column('created_at').execute();

    await db.schema
      .createTable('consents')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('receipt', words, (c) => c.notNull())
      .addColumn('choice', words, (c) => c.notNull())
      .addColumn('text_version', words, (c) => c.notNull())
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('consents_by_receipt').on('consents').columns(['receipt', 'created_at']).execute();
  },
});
