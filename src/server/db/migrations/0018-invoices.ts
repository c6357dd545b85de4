import { sql } from 'kysely';
import { runAll, textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Invoices and credit notes, the counters of their numbers, the document that a mail carries, and what a buyer saw. */
export const invoices: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('invoice_counters')
      .addColumn('series', words, (c) => c.notNull())
      .addColumn('year', 'integer', (c) => c.notNull())
      .addColumn('last', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('invoice_counters_pk', ['series', 'year'])
      .execute();

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
    // Deleting stays possible, because personal data must go once the years of §147 AO are over.
    await runAll(db, engine.appendOnly('invoices', ['update']));

    await db.schema.alterTable('outbox').addColumn('invoice_id', words).execute();

    await db.schema
      .createTable('evidence_texts')
      .addColumn('digest', words, (c) => c.primaryKey())
      .addColumn('content', words, (c) => c.notNull())
      .execute();
    await db.schema.alterTable('checkouts').addColumn('evidence', words).execute();
  },
});
