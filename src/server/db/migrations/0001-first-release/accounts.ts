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
      .addColumn('search_text', words, (c) => c.notNull().defaultTo(''))
      .addColumn('phone_digits', words, (c) => c.notNull().defaultTo(''))
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('updated_at', words, (c) => c.notNull())
      .addColumn('used_at', words)
      .addColumn('idle_warned_at', words)
      .execute();
    await db.schema.createIndex('clients_by_use').on('clients').column('used_at').execute();

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
      .createTable('known_devices')
      .addColumn('token_hash', words, (c) => c.notNull())
      .addColumn('client_id', words, (c) => c.notNull().references('clients.id').onDelete('cascade'))
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('expires_at', words, (c) => c.notNull())
      .addPrimaryKeyConstraint('known_devices_pkey', ['token_hash', 'client_id'])
      .execute();
    await db.schema.createIndex('known_devices_by_client').on('known_devices').column('client_id').execute();
    await db.schema.createIndex('known_devices_by_expiry').on('known_devices').column('expires_at').execute();

    await db.schema
      .createTable('address_proofs')
      .addColumn('token_hash', words, (c) => c.primaryKey())
      .addColumn('client_id', words, (c) => c.notNull().references('clients.id').onDelete('cascade'))
      .addColumn('expires_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('address_proofs_by_client').on('address_proofs').column('client_id').execute();
    await db.schema.createIndex('address_proofs_by_expiry').on('address_proofs').column('expires_at').execute();

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

    await db.schema
      .createTable('guests')
      .addColumn('token_hash', words, (c) => c.primaryKey())
      .addColumn('guest_id', words, (c) => c.notNull())
      .addColumn('expires_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('guests_by_id').on('guests').column('guest_id').execute();
    await db.schema.createIndex('guests_by_expiry').on('guests').column('expires_at').execute();
  },
});
