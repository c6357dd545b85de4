import { sql } from 'kysely';
import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** The network of a hold, so that its unpaid holds can be limited. The partial index finds the few holds without a full scan. */
export const holdNetwork: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('checkouts').addColumn('network', textColumn(engine)).execute();
    await db.schema
      .createIndex('checkouts_held')
      .on('checkouts')
      .column('hold_expires_at')
      .where(sql.ref('hold'), '=', sql.lit('held'))
      .execute();
  },
});
