import { identityColumn, runAll, textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Nobody can delete a younger entry of the audit. */
const AUDIT_YEARS = 3;

export const desk: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    const id = identityColumn(engine);

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

    await db.schema
      .createTable('staff_links')
      .addColumn('token_hash', words, (c) => c.primaryKey())
      .addColumn('staff_id', words, (c) => c.notNull().references('staff.id').onDelete('cascade'))
      .addColumn('expires_at', words, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('staff_sessions')
      .addColumn('token_hash', words, (c) => c.primaryKey())
      .addColumn('id', words, (c) => c.notNull().unique())
      .addColumn('staff_id', words, (c) => c.notNull().references('staff.id').onDelete('cascade'))
      .addColumn('complete', 'integer', (c) => c.notNull())
      .addColumn('address', words, (c) => c.notNull())
      .addColumn('browser', words, (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('seen_at', words, (c) => c.notNull())
      .addColumn('expires_at', words, (c) => c.notNull())
      .addColumn('confirmed_at', words)
      .execute();

    await db.schema
      .createTable('staff_recovery_codes')
      .addColumn('code_hash', words, (c) => c.primaryKey())
      .addColumn('staff_id', words, (c) => c.notNull().references('staff.id').onDelete('cascade'))
      .execute();

    await db.schema
      .createTable('staff_passkeys')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('staff_id', words, (c) => c.notNull().references('staff.id').onDelete('cascade'))
      .addColumn('name', words, (c) => c.notNull())
      .addColumn('public_key', words, (c) => c.notNull())
      .addColumn('counter', 'bigint', (c) => c.notNull())
      .addColumn('created_at', words, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('staff_challenges')
      .addColumn('challenge', words, (c) => c.primaryKey())
      .addColumn('staff_id', words, (c) => c.notNull().references('staff.id').onDelete('cascade'))
      .addColumn('expires_at', words, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('staff_devices')
      .addColumn('token_hash', words, (c) => c.notNull())
      .addColumn('staff_id', words, (c) => c.notNull().references('staff.id').onDelete('cascade'))
      .addColumn('expires_at', words, (c) => c.notNull())
      .addPrimaryKeyConstraint('staff_devices_pkey', ['token_hash', 'staff_id'])
      .execute();
    await db.schema.createIndex('staff_devices_by_staff').on('staff_devices').column('staff_id').execute();

    await db.schema
      .createTable('audit')
      .addColumn('id', id)
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
    // Entries that name a person must go after some years, so deleting stays possible.
    await runAll(db, [...engine.appendOnly('audit', ['update']), ...engine.keptFor('audit', AUDIT_YEARS)]);

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
      .createTable('sent_forms')
      .addColumn('digest', words, (c) => c.primaryKey())
      .addColumn('answer', words)
      .addColumn('sent_at', words, (c) => c.notNull())
      .execute();
  },
});
