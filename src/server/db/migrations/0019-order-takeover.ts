import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Links that prove an account's email address, and each order's address in a form that can be compared. */
export const orderTakeover: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('address_proofs')
      .addColumn('token_hash', words, (c) => c.primaryKey())
      .addColumn('client_id', words, (c) => c.notNull().references('clients.id').onDelete('cascade'))
      .addColumn('expires_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('address_proofs_by_client').on('address_proofs').column('client_id').execute();
    await db.schema.createIndex('address_proofs_by_expiry').on('address_proofs').column('expires_at').execute();

    await db.schema.alterTable('orders').addColumn('email_key', words).execute();
    await db.schema.createIndex('orders_by_email').on('orders').column('email_key').execute();
    const orders = await db
      .selectFrom('orders')
      .innerJoin('checkouts', 'checkouts.id', 'orders.checkout_id')
      .select(['orders.id', 'checkouts.email'])
      .execute();
    // In JavaScript, because the databases lower-case letters beyond ASCII differently.
    for (const { id, email } of orders)
      await db
        .updateTable('orders')
        .set({ email_key: String(email).normalize('NFC').toLowerCase() })
        .where('id', '=', id)
        .execute();
  },
});
