import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Forms of the desk that were sent, so that a form which arrives twice counts once. */
export const sentForms: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('sent_forms')
      .addColumn('digest', words, (c) => c.primaryKey())
      .addColumn('answer', words)
      .addColumn('sent_at', words, (c) => c.notNull())
      .execute();
  },
});
