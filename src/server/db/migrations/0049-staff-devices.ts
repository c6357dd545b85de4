import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Browsers that signed in to the desk before: wrong passwords from strangers do not lock their person out. */
export const staffDevices: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('staff_devices')
      .addColumn('token_hash', words, (c) => c.notNull())
      .addColumn('staff_id', words, (c) => c.notNull().references('staff.id').onDelete('cascade'))
      .addColumn('expires_at', words, (c) => c.notNull())
      .addPrimaryKeyConstraint('staff_devices_pkey', ['token_hash', 'staff_id'])
      .execute();
    await db.schema.createIndex('staff_devices_by_staff').on('staff_devices').column('staff_id').execute();
  },
});
