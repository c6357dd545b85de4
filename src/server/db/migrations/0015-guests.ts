import { sql } from 'kysely';
import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Orders without an account: the browsers of guests, and the keys in mails that open a guest's order. */
export const guests: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('guests')
      .addColumn('token_hash', words, (c) => c.primaryKey())
      .addColumn('guest_id', words, (c) => c.notNull())
      .addColumn('expires_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('guests_by_id').on('guests').column('guest_id').execute();
    await db.schema.createIndex('guests_by_expiry').on('guests').column('expires_at').execute();

    await db.schema.alterTable('checkouts').addColumn('guest_id', words).execute();
    await db.schema
      .createIndex('checkouts_by_guest_request')
      .unique()
      .on('checkouts')
      .column('request_id')
      .where(sql.ref('guest_id'), 'is not', null)
      .execute();
    await db.schema
      .createIndex('checkouts_by_guest')
      .on('checkouts')
      .columns(['guest_id', 'state'])
      .where(sql.ref('guest_id'), 'is not', null)
      .execute();

    await db.schema
      .createTable('order_keys')
      .addColumn('key_hash', words, (c) => c.primaryKey())
      .addColumn('order_id', words, (c) => c.notNull().references('orders.id').onDelete('cascade'))
      .execute();
    await db.schema.createIndex('order_keys_by_order').on('order_keys').column('order_id').execute();
  },
});
