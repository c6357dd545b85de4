import { sql } from 'kysely';
import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** An order may have a second invoice, if it replaces a wrong one that a credit note takes back. */
export const correctedInvoices: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('invoices').addColumn('corrects_id', textColumn(engine)).execute();
    await db.schema.dropIndex('one_invoice_per_order').execute();
    await db.schema
      .createIndex('first_invoice_of_order')
      .unique()
      .on('invoices')
      .column('order_id')
      .where(sql<boolean>`kind = 'invoice' and corrects_id is null`)
      .execute();
    await db.schema
      .createIndex('one_correction_per_invoice')
      .unique()
      .on('invoices')
      .columns(['corrects_id', 'kind'])
      .where(sql<boolean>`corrects_id is not null`)
      .execute();
  },
});
