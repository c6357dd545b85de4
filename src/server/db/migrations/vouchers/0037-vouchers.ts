import { runAll, textColumn, identityColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/**
 * Gift vouchers and the ledger of their money. The version before neither shows nor takes them, and its orders are paid
 * in full.
 */
export const vouchers: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('vouchers')
      .addColumn('id', words, (c) => c.primaryKey().notNull())
      .addColumn('code_hash', words, (c) => c.notNull().unique())
      .addColumn('code_sealed', words, (c) => c.notNull())
      .addColumn('last_four', words, (c) => c.notNull())
      .addColumn('value_cents', 'integer', (c) => c.notNull())
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('origin', words, (c) => c.notNull())
      .addColumn('order_id', words)
      .addColumn('note', words)
      .addColumn('issued_at', words, (c) => c.notNull())
      .addColumn('expires_on', words, (c) => c.notNull())
      .addColumn('sender_name', words)
      .addColumn('recipient_name', words)
      .addColumn('recipient_email', words)
      .addColumn('message', words)
      .addColumn('send_on', words)
      .addColumn('sent_at', words)
      .addColumn('locked_at', words)
      .addColumn('locked_reason', words)
      .execute();
    await db.schema.createIndex('vouchers_by_time').on('vouchers').columns(['issued_at', 'id']).execute();
    await db.schema
      .createIndex('vouchers_by_order')
      .on('vouchers')
      .column('order_id')
      .where('order_id', 'is not', null)
      .execute();
    await db.schema
      .createTable('voucher_movements')
      .addColumn('id', identityColumn(engine))
      .addColumn('voucher_id', words, (c) => c.notNull().references('vouchers.id'))
      .addColumn('at', words, (c) => c.notNull())
      .addColumn('kind', words, (c) => c.notNull())
      .addColumn('amount_cents', 'integer', (c) => c.notNull())
      .addColumn('checkout_id', words)
      .addColumn('request_id', words, (c) => c.notNull().unique())
      .addColumn('who', words)
      .addColumn('note', words)
      .execute();
    await db.schema
      .createIndex('voucher_movements_by_voucher')
      .on('voucher_movements')
      .columns(['voucher_id', 'id'])
      .execute();
    await db.schema
      .createIndex('voucher_movements_by_checkout')
      .on('voucher_movements')
      .column('checkout_id')
      .where('checkout_id', 'is not', null)
      .execute();
    await runAll(db, engine.appendOnly('voucher_movements', ['update']));
    await db.schema.alterTable('checkouts').addColumn('voucher_id', words).execute();
    await db.schema
      .alterTable('checkouts')
      .addColumn('voucher_cents', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('checkouts_by_voucher')
      .on('checkouts')
      .column('voucher_id')
      .where('voucher_id', 'is not', null)
      .execute();
  },
});
