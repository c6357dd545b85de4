import { sql } from 'kysely';
import { textColumn, type MigrationFactory } from '#src/server/db/migrate.ts';

/** Which network a hold is for, so that no network holds too much unpaid; the few holds there are found without reading all checkouts. */
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
