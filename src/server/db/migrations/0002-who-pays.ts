import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Who pays, if not the person at the delivery address, and what the buyer tells the shop about the parcel. */
export const whoPays: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);

    for (const column of ['billing', 'reference', 'note', 'gift_message'])
      await db.schema.alterTable('checkouts').addColumn(column, words).execute();

    await db.schema
      .createTable('client_addresses')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('client_id', words, (c) => c.notNull().references('clients.id').onDelete('cascade'))
      .addColumn('address', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('updated_at', words, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('client_addresses_by_client')
      .on('client_addresses')
      .columns(['client_id', 'created_at'])
      .execute();
  },
});
