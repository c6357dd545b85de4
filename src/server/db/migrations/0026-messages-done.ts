import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** When a customer's message was answered or settled otherwise. */
export const messagesDone: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('contact_messages').addColumn('done_at', textColumn(engine)).execute();
  },
});
