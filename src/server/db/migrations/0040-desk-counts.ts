import { sql } from 'kysely';
import type { MigrationFactory } from '#src/server/db/migration.ts';

/** What the desk counts on its first page, so that it reads neither all orders nor all mails, which are large. */
export const deskCounts: MigrationFactory = () => ({
  async up(db) {
    await db.schema.createIndex('orders_by_delivery').on('orders').columns(['delivery_status', 'ordered_at', 'payment_status']).execute();
    await db.schema.createIndex('payments_by_status').on('payments').columns(['status', 'created_at']).execute();
    await db.schema
      .createIndex('outbox_given_up')
      .on('outbox')
      .column('given_up_at')
      .where(sql.ref('given_up_at'), 'is not', null)
      .execute();
  },
});
