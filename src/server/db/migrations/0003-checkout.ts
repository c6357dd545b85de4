import { sql } from 'kysely';
import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

export const checkout: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);

    await db.schema
      .createTable('checkouts')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('client_id', words, (c) => c.references('clients.id').onDelete('set null'))
      .addColumn('request_id', words, (c) => c.notNull())
      .addColumn('state', words, (c) => c.notNull())
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('email', words, (c) => c.notNull())
      .addColumn('client_name', words, (c) => c.notNull())
      .addColumn('shipping_address', words, (c) => c.notNull())
      .addColumn('subtotal_cents', 'integer', (c) => c.notNull())
      .addColumn('shipping_cents', 'integer', (c) => c.notNull())
      .addColumn('deposit_cents', 'integer', (c) => c.notNull())
      .addColumn('total_cents', 'integer', (c) => c.notNull().check(sql`total_cents > 0`))
      .addColumn('vat', words, (c) => c.notNull())
      .addColumn('hold', words, (c) => c.notNull())
      .addColumn('hold_expires_at', words)
      .addColumn('paypal_order_id', words, (c) => c.unique())
      .addColumn('capture_request_id', words)
      .addColumn('settling_by', words)
      .addColumn('settling_until', words)
      .addColumn('check_at', words)
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('updated_at', words, (c) => c.notNull())
      .addUniqueConstraint('checkouts_by_request', ['client_id', 'request_id'])
      .execute();
    await db.schema.createIndex('checkouts_open').on('checkouts').column('check_at').where(sql.ref('check_at'), 'is not', null).execute();
    await db.schema.createIndex('checkouts_by_client').on('checkouts').columns(['client_id', 'state']).execute();

    await db.schema
      .createTable('checkout_lines')
      .addColumn('checkout_id', words, (c) => c.notNull().references('checkouts.id'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id'))
      .addColumn('product_name', words, (c) => c.notNull())
      .addColumn('cod_catalog', words, (c) => c.notNull())
      .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity between 1 and 10`))
      .addColumn('price_cents', 'integer', (c) => c.notNull().check(sql`price_cents > 0`))
      .addColumn('deposit_cents', 'integer', (c) => c.notNull())
      .addColumn('vat_rate', 'integer', (c) => c.notNull())
      .addColumn('withdrawal', words, (c) => c.notNull())
      .addPrimaryKeyConstraint('checkout_lines_key', ['checkout_id', 'position'])
      .execute();

    await db.schema
      .createTable('payments')
      .addColumn('capture_id', words, (c) => c.primaryKey())
      .addColumn('checkout_id', words, (c) => c.notNull().references('checkouts.id').unique())
      .addColumn('status', words, (c) => c.notNull())
      .addColumn('amount_cents', 'integer', (c) => c.notNull())
      .addColumn('refunded_cents', 'integer', (c) => c.notNull())
      .addColumn('check_at', words)
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('updated_at', words, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('refunds')
      .addColumn('request_id', words, (c) => c.primaryKey())
      .addColumn('capture_id', words, (c) => c.notNull().references('payments.capture_id'))
      .addColumn('paypal_refund_id', words, (c) => c.unique())
      .addColumn('amount_cents', 'integer', (c) => c.notNull().check(sql`amount_cents > 0`))
      .addColumn('reason', words, (c) => c.notNull())
      .addColumn('status', words, (c) => c.notNull())
      .addColumn('check_at', words)
      .addColumn('created_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('refunds_by_capture').on('refunds').column('capture_id').execute();

    await db.schema
      .createTable('orders')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('order_number', words, (c) => c.notNull().unique())
      .addColumn('checkout_id', words, (c) => c.notNull().references('checkouts.id').unique())
      .addColumn('client_id', words, (c) => c.references('clients.id').onDelete('set null'))
      .addColumn('payment_status', words, (c) => c.notNull())
      .addColumn('delivery_status', words, (c) => c.notNull())
      .addColumn('ordered_at', words, (c) => c.notNull())
      .addColumn('updated_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('orders_by_client').on('orders').columns(['client_id', 'ordered_at']).execute();
    await db.schema.createIndex('orders_by_time').on('orders').column('ordered_at').execute();

    await db.schema
      .createTable('paypal_events')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('type', words, (c) => c.notNull())
      .addColumn('body', words, (c) => c.notNull())
      .addColumn('received_at', words, (c) => c.notNull())
      .addColumn('processed_at', words)
      .addColumn('check_at', words)
      .execute();
    await db.schema
      .createIndex('paypal_events_open')
      .on('paypal_events')
      .column('check_at')
      .where(sql.ref('check_at'), 'is not', null)
      .execute();

    await db.schema
      .createTable('job_leases')
      .addColumn('name', words, (c) => c.primaryKey())
      .addColumn('holder', words, (c) => c.notNull())
      .addColumn('until', words, (c) => c.notNull())
      .execute();
  },
});
