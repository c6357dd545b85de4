import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** People leave out the hyphen and mistake letters for digits. */
const compact = (text: unknown): string =>
  String(text)
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^A-Z0-9]/g, '');
const keyOf = (email: unknown): string => String(email).normalize('NFC').toLowerCase();

/** What became of each withdrawal, when an account was last used, and what the shop deleted because its time was over. */
export const retention: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    const withdrawals = db.schema.alterTable('withdrawals');
    await withdrawals.addColumn('order_id', words, (c) => c.references('orders.id').onDelete('set null')).execute();
    await withdrawals.addColumn('goods_back_at', words).execute();
    await withdrawals.addColumn('closed_as', words).execute();
    await withdrawals.addColumn('closed_at', words).execute();
    await withdrawals.addColumn('closed_reason', words).execute();
    await withdrawals.addColumn('reminded_at', words).execute();
    await db.schema.createIndex('withdrawals_by_order').on('withdrawals').column('order_id').execute();

    const named = await db.selectFrom('withdrawals').select(['id', 'email', 'order_number']).where('verified', '=', 1).execute();
    const orders = named.length ? await db.selectFrom('orders').select(['id', 'order_number', 'email_key']).execute() : [];
    for (const { id, email, order_number } of named) {
      const order = orders.find((known) => compact(order_number).includes(compact(known.order_number)));
      // Until now a known number was enough for `verified`; now the address must fit too.
      const verified = order && order.email_key === keyOf(email) ? 1 : 0;
      await db
        .updateTable('withdrawals')
        .set({ order_id: order?.id ?? null, verified })
        .where('id', '=', id)
        .execute();
    }

    await db.schema.alterTable('clients').addColumn('used_at', words).execute();
    await db.schema.alterTable('clients').addColumn('idle_warned_at', words).execute();
    // The times of earlier sign-ins are unknown, so no account counts as idle before its full term from today.
    await db.updateTable('clients').set({ used_at: new Date().toISOString() }).execute();
    await db.schema.createIndex('clients_by_use').on('clients').column('used_at').execute();

    await db.schema
      .createTable('deletions')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('at', words, (c) => c.notNull())
      .addColumn('what', words, (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('reason', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('deletions_by_time').on('deletions').column('at').execute();
  },
});
