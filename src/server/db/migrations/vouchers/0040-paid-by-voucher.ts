import type { MigrationFactory } from '#src/server/db/migration.ts';

/**
 * What gift vouchers paid of an order beside its payment, and what a refund returns to them. The version before sees
 * payments that are smaller than their orders.
 */
export const paidByVoucher: MigrationFactory = () => ({
  async up(db) {
    for (const table of ['payments', 'refunds'])
      await db.schema
        .alterTable(table)
        .addColumn('voucher_cents', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
  },
});
