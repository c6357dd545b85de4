import type { MigrationFactory } from '#src/server/db/migration.ts';

/** The quantity that the editors' files named at the last import, so that an edit of it is noticed. */
export const fileQuantities: MigrationFactory = () => ({
  async up(db) {
    await db.schema.alterTable('products').addColumn('file_quantity', 'integer').execute();
  },
});
