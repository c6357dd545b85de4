import { sql } from 'kysely';
import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

export const accounts: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);

    await db.schema
      .createTable('clients')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('email', words, (c) => c.notNull())
      .addColumn('email_key', words, (c) => c.notNull().unique())
      .addColumn('password_hash', words, (c) => c.notNull())
      .addColumn('name', words, (c) => c.notNull())
      .addColumn('lastname', words, (c) => c.notNull())
      .addColumn('address', words, (c) => c.notNull())
      .addColumn('number', words, (c) => c.notNull())
      .addColumn('additional_address', words, (c) => c.notNull())
      .addColumn('postal_code', words, (c) => c.notNull())
      .addColumn('city', words, (c) => c.notNull())
      .addColumn('country', words, (c) => c.notNull())
      .addColumn('phone', words, (c) => c.notNull())
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('updated_at', words, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('sessions')
      .addColumn('token_hash', words, (c) => c.primaryKey())
      .addColumn('client_id', words, (c) => c.notNull().references('clients.id').onDelete('cascade'))
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('seen_at', words, (c) => c.notNull())
      .addColumn('expires_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('sessions_by_client').on('sessions').column('client_id').execute();
    await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute();

    await db.schema
      .createTable('password_resets')
      .addColumn('token_hash', words, (c) => c.primaryKey())
      .addColumn('client_id', words, (c) => c.references('clients.id').onDelete('cascade'))
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('expires_at', words, (c) => c.notNull())
      .addColumn('used_at', words)
      .execute();
    await db.schema.createIndex('password_resets_by_client').on('password_resets').column('client_id').execute();

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
      // Set while the mail is neither sent nor given up; a claim moves it into the future.
      .addColumn('due_at', words)
      .addColumn('sent_at', words)
      .addColumn('given_up_at', words)
      .addColumn('last_error', words)
      .execute();
    await db.schema.createIndex('outbox_due').on('outbox').column('due_at').where(sql.ref('due_at'), 'is not', null).execute();

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
