import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Browsers that signed in to an account before: wrong passwords from strangers do not lock them out. */
export const knownDevices: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
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
  },
});
