import { sql } from 'kysely';
import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** What lists filter by. The version before reads it from the facts, and stores none for what it imports. */
export const facets: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema
      .alterTable('products')
      .addColumn('listed', textColumn(engine), (c) => c.notNull().defaultTo(''))
      .execute();
    await sql`update products set listed = 'reusable' where facts like '%"reusable":"yes"%'`.execute(db);
  },
});
