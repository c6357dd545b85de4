import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Orders by phone that wait for the buyer, orders that travel together, and the staff's notes on customers. */
export const offers: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema.alterTable('checkouts').addColumn('offered_until', words).execute();
    await db.schema.alterTable('checkouts').addColumn('payment_round', 'integer').execute();
    await db.schema.alterTable('checkouts').addColumn('ships_with', words).execute();
    await db.schema.createIndex('checkouts_by_companion').on('checkouts').column('ships_with').execute();
    await db.schema
      .createTable('offers')
      .addColumn('checkout_id', words, (c) => c.primaryKey().references('checkouts.id').onDelete('cascade'))
      .addColumn('key_hash', words, (c) => c.notNull().unique())
      .addColumn('request_id', words, (c) => c.notNull().unique())
      .addColumn('days', 'integer', (c) => c.notNull())
      .addColumn('offered_by', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('offers_by_time').on('offers').column('created_at').execute();
    await db.schema
      .createTable('client_notes')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('client_id', words, (c) => c.notNull().references('clients.id').onDelete('cascade'))
      .addColumn('text', words, (c) => c.notNull())
      .addColumn('who', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('client_notes_by_client')
      .on('client_notes')
      .columns(['client_id', 'created_at'])
      .execute();
  },
});
