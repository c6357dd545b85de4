import { sql } from 'kysely';
import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

export const records: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);

    await db.schema
      .createTable('outbox')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('kind', words, (c) => c.notNull())
      .addColumn('recipient', words, (c) => c.notNull())
      .addColumn('reply_to', words)
      .addColumn('subject', words, (c) => c.notNull())
      .addColumn('text', words, (c) => c.notNull())
      .addColumn('html', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('due_at', words)
      .addColumn('sent_at', words)
      .addColumn('given_up_at', words)
      .addColumn('last_error', words)
      .addColumn('invoice_id', words)
      .execute();
    await db.schema
      .createIndex('outbox_due')
      .on('outbox')
      .column('due_at')
      .where(sql.ref('due_at'), 'is not', null)
      .execute();
    await db.schema
      .createIndex('outbox_given_up')
      .on('outbox')
      .column('given_up_at')
      .where(sql.ref('given_up_at'), 'is not', null)
      .execute();

    await db.schema
      .createTable('settings')
      .addColumn('name', words, (c) => c.primaryKey())
      .addColumn('value', words, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('builds')
      .addColumn('version', words, (c) => c.primaryKey())
      .addColumn('name', words, (c) => c.notNull())
      .addColumn('sha256', words)
      .addColumn('published_at', words, (c) => c.notNull())
      .addColumn('replaced_at', words)
      .execute();

    await db.schema
      .createTable('job_leases')
      .addColumn('name', words, (c) => c.primaryKey())
      .addColumn('holder', words, (c) => c.notNull())
      .addColumn('until', words, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('contact_messages')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('name', words, (c) => c.notNull())
      .addColumn('email', words, (c) => c.notNull())
      .addColumn('email_key', words)
      .addColumn('subject', words, (c) => c.notNull())
      .addColumn('message', words, (c) => c.notNull())
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('done_at', words)
      .execute();
    await db.schema.createIndex('contact_messages_by_time').on('contact_messages').column('created_at').execute();

    await db.schema
      .createTable('withdrawals')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('name', words, (c) => c.notNull())
      .addColumn('email', words, (c) => c.notNull())
      .addColumn('order_number', words, (c) => c.notNull())
      .addColumn('part', words, (c) => c.notNull())
      .addColumn('verified', 'integer', (c) => c.notNull())
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('order_id', words, (c) => c.references('orders.id').onDelete('set null'))
      .addColumn('goods_back_at', words)
      .addColumn('closed_as', words)
      .addColumn('closed_at', words)
      .addColumn('closed_reason', words)
      .addColumn('reminded_at', words)
      .execute();
    await db.schema.createIndex('withdrawals_by_time').on('withdrawals').column('created_at').execute();
    await db.schema.createIndex('withdrawals_by_order').on('withdrawals').column('order_id').execute();

    await db.schema
      .createTable('deletions')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('at', words, (c) => c.notNull())
      .addColumn('what', words, (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('reason', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('deletions_by_time').on('deletions').column('at').execute();

    // SQLite stores the rate limits in a separate file (see sqlite.ts).
    if (engine.engine === 'postgres')
      await db.schema
        .createTable('rate_limits')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('points', 'integer', (c) => c.notNull())
        .addColumn('expire', 'bigint')
        .execute();
  },
});
