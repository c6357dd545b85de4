import { fold } from '#src/shared/fold.ts';
import { identityColumn, runAll, textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** The words of `orderSearchText` at that time; a migration does not follow later changes of the code. */
const wordsOf = (row: { order_number: unknown; client_name: unknown; email: unknown; shipping_address: unknown }): string => {
  const address = JSON.parse(String(row.shipping_address)) as { name?: string; city?: string } | null;
  return fold(
    [row.client_name, address?.name, row.email, address?.city, String(row.order_number).replace('-', '')].filter(Boolean).join(' '),
  );
};

/** Staff with their sessions and second factors, the audit, and notes on orders. */
export const desk: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('staff')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('email', words, (c) => c.notNull())
      .addColumn('email_key', words, (c) => c.notNull().unique())
      .addColumn('name', words, (c) => c.notNull())
      .addColumn('role', words, (c) => c.notNull())
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('password_hash', words)
      .addColumn('totp_secret', words)
      .addColumn('totp_step', 'integer')
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('updated_at', words, (c) => c.notNull())
      .addColumn('disabled_at', words)
      .execute();
    const ofStaff = (table: string, key: string) =>
      db.schema
        .createTable(table)
        .addColumn(key, words, (c) => c.primaryKey())
        .addColumn('staff_id', words, (c) => c.notNull().references('staff.id').onDelete('cascade'));
    await ofStaff('staff_links', 'token_hash')
      .addColumn('expires_at', words, (c) => c.notNull())
      .execute();
    await ofStaff('staff_sessions', 'token_hash')
      .addColumn('id', words, (c) => c.notNull().unique())
      .addColumn('complete', 'integer', (c) => c.notNull())
      .addColumn('address', words, (c) => c.notNull())
      .addColumn('browser', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('seen_at', words, (c) => c.notNull())
      .addColumn('expires_at', words, (c) => c.notNull())
      .addColumn('confirmed_at', words)
      .execute();
    await ofStaff('staff_recovery_codes', 'code_hash').execute();
    await ofStaff('staff_passkeys', 'id')
      .addColumn('name', words, (c) => c.notNull())
      .addColumn('public_key', words, (c) => c.notNull())
      .addColumn('counter', 'bigint', (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .execute();
    await ofStaff('staff_challenges', 'challenge')
      .addColumn('expires_at', words, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('audit')
      .addColumn('id', identityColumn(engine))
      .addColumn('at', words, (c) => c.notNull())
      .addColumn('staff_id', words)
      .addColumn('who', words, (c) => c.notNull())
      .addColumn('address', words, (c) => c.notNull())
      .addColumn('act', words, (c) => c.notNull())
      .addColumn('subject', words, (c) => c.notNull())
      .addColumn('subject_id', words, (c) => c.notNull())
      .addColumn('before', words)
      .addColumn('after', words)
      .execute();
    await db.schema.createIndex('audit_by_subject').on('audit').columns(['subject', 'subject_id']).execute();
    // Deleting stays possible, because entries that name a person must go after some years.
    await runAll(db, engine.appendOnly('audit', ['update']));

    await db.schema
      .createTable('order_notes')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('order_id', words, (c) => c.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('who', words, (c) => c.notNull())
      .addColumn('text', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('order_notes_by_order').on('order_notes').column('order_id').execute();

    await db.schema
      .alterTable('orders')
      .addColumn('search_text', words, (c) => c.notNull().defaultTo(''))
      .execute();
    const orders = await db
      .selectFrom('orders as o')
      .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
      .select(['o.id', 'o.order_number', 'c.client_name', 'c.email', 'c.shipping_address'])
      .execute();
    for (const row of orders)
      await db
        .updateTable('orders')
        .set({ search_text: wordsOf(row) })
        .where('id', '=', row.id)
        .execute();
  },
});
