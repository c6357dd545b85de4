import { sql } from 'kysely';
import { runAll, textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

export const orders: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);

    await db.schema
      .createTable('checkouts')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('client_id', words, (c) => c.references('clients.id').onDelete('set null'))
      .addColumn('guest_id', words)
      .addColumn('request_id', words, (c) => c.notNull())
      .addColumn('state', words, (c) => c.notNull())
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('express', words)
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
      .addColumn('network', words)
      .addColumn('paypal_order_id', words, (c) => c.unique())
      .addColumn('paypal_payee', words)
      .addColumn('capture_request_id', words)
      .addColumn('settling_by', words)
      .addColumn('settling_until', words)
      .addColumn('check_at', words)
      .addColumn('evidence', words)
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('updated_at', words, (c) => c.notNull())
      .addUniqueConstraint('checkouts_by_request', ['client_id', 'request_id'])
      .execute();
    await db.schema
      .createIndex('checkouts_open')
      .on('checkouts')
      .column('check_at')
      .where(sql.ref('check_at'), 'is not', null)
      .execute();
    await db.schema.createIndex('checkouts_by_client').on('checkouts').columns(['client_id', 'state']).execute();
    await db.schema
      .createIndex('checkouts_held')
      .on('checkouts')
      .column('hold_expires_at')
      .where(sql.ref('hold'), '=', sql.lit('held'))
      .execute();
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
    await db.schema.createIndex('checkouts_by_time').on('checkouts').column('created_at').execute();

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
      .addColumn('traits', words, (c) => c.notNull().defaultTo(''))
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
    await db.schema.createIndex('payments_by_status').on('payments').columns(['status', 'created_at']).execute();

    await db.schema
      .createTable('refunds')
      .addColumn('request_id', words, (c) => c.primaryKey())
      .addColumn('capture_id', words, (c) => c.notNull().references('payments.capture_id'))
      .addColumn('paypal_refund_id', words, (c) => c.unique())
      .addColumn('amount_cents', 'integer', (c) => c.notNull().check(sql`amount_cents > 0`))
      .addColumn('reason', words, (c) => c.notNull())
      .addColumn('status', words, (c) => c.notNull())
      .addColumn('lines', words)
      .addColumn('shares', words)
      .addColumn('restocked', words)
      .addColumn('requested_by', words)
      .addColumn('issue', words)
      .addColumn('failed_at', words)
      .addColumn('check_at', words)
      .addColumn('created_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('refunds_by_capture').on('refunds').column('capture_id').execute();

    await db.schema
      .createTable('payment_cases')
      .addColumn('id', words, (c) => c.notNull())
      .addColumn('checkout_id', words, (c) => c.notNull().references('checkouts.id'))
      .addColumn('kind', words, (c) => c.notNull())
      .addColumn('state', words, (c) => c.notNull())
      .addColumn('amount_cents', 'integer', (c) => c.notNull())
      .addColumn('reason', words)
      .addColumn('outcome', words)
      .addColumn('respond_by', words)
      .addColumn('opened_at', words, (c) => c.notNull())
      .addColumn('news_at', words, (c) => c.notNull())
      .addColumn('closed_at', words)
      .addPrimaryKeyConstraint('payment_cases_key', ['id', 'checkout_id'])
      .execute();
    await db.schema
      .createIndex('payment_cases_by_checkout')
      .on('payment_cases')
      .columns(['checkout_id', 'state'])
      .execute();

    await db.schema
      .createTable('orders')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('order_number', words, (c) => c.notNull().unique())
      .addColumn('checkout_id', words, (c) => c.notNull().references('checkouts.id').unique())
      .addColumn('client_id', words, (c) => c.references('clients.id').onDelete('set null'))
      .addColumn('email_key', words)
      .addColumn('search_text', words, (c) => c.notNull().defaultTo(''))
      .addColumn('payment_status', words, (c) => c.notNull())
      .addColumn('delivery_status', words, (c) => c.notNull())
      .addColumn('ordered_at', words, (c) => c.notNull())
      .addColumn('delivered_at', words)
      .addColumn('updated_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('orders_by_client').on('orders').columns(['client_id', 'ordered_at']).execute();
    await db.schema.createIndex('orders_by_time').on('orders').column('ordered_at').execute();
    await db.schema.createIndex('orders_by_email').on('orders').column('email_key').execute();
    await db.schema
      .createIndex('orders_by_delivery')
      .on('orders')
      .columns(['delivery_status', 'ordered_at', 'payment_status'])
      .execute();

    await db.schema
      .createTable('order_keys')
      .addColumn('key_hash', words, (c) => c.primaryKey())
      .addColumn('order_id', words, (c) => c.notNull().references('orders.id').onDelete('cascade'))
      .execute();
    await db.schema.createIndex('order_keys_by_order').on('order_keys').column('order_id').execute();

    await db.schema
      .createTable('shipments')
      .addColumn('order_id', words, (c) => c.primaryKey().references('orders.id').onDelete('cascade'))
      .addColumn('carrier', words)
      .addColumn('tracking_number', words)
      .addColumn('packed_at', words, (c) => c.notNull())
      .addColumn('handed_over_at', words)
      .addColumn('delivered_at', words)
      .execute();

    await db.schema
      .createTable('shipment_lots')
      .addColumn('order_id', words, (c) => c.notNull().references('shipments.order_id').onDelete('cascade'))
      .addColumn('cod_catalog', words, (c) => c.notNull())
      .addColumn('lot', words, (c) => c.notNull())
      .addPrimaryKeyConstraint('shipment_lots_pk', ['order_id', 'cod_catalog', 'lot'])
      .execute();
    await db.schema.createIndex('shipment_lots_by_lot').on('shipment_lots').columns(['cod_catalog', 'lot']).execute();

    await db.schema
      .createTable('invoices')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('number', words, (c) => c.notNull().unique())
      .addColumn('kind', words, (c) => c.notNull())
      .addColumn('order_id', words, (c) => c.notNull().references('orders.id'))
      .addColumn('total_cents', 'integer', (c) => c.notNull())
      .addColumn('content', words, (c) => c.notNull())
      .addColumn('digest', words, (c) => c.notNull())
      .addColumn('issued_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('invoices_by_order').on('invoices').column('order_id').execute();
    await db.schema
      .createIndex('one_invoice_per_order')
      .unique()
      .on('invoices')
      .column('order_id')
      .where(sql.ref('kind'), '=', sql.lit('invoice'))
      .execute();
    // Personal data must go once the years of §147 AO are over, so deleting stays possible.
    await runAll(db, engine.appendOnly('invoices', ['update']));

    await db.schema
      .createTable('invoice_counters')
      .addColumn('series', words, (c) => c.notNull())
      .addColumn('year', 'integer', (c) => c.notNull())
      .addColumn('last', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('invoice_counters_pk', ['series', 'year'])
      .execute();

    await db.schema
      .createTable('evidence_texts')
      .addColumn('digest', words, (c) => c.primaryKey())
      .addColumn('content', words, (c) => c.notNull())
      .execute();

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
  },
});
