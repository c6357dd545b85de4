import type { MigrationFactory } from '#src/server/db/migration.ts';
import { accounts } from './accounts.ts';
import { catalogue } from './catalogue.ts';
import { desk } from './desk.ts';
import { orders } from './orders.ts';
import { records } from './records.ts';

/** All tables of 1.0.0. What the tables and columns mean is in `src/server/db/tables`. */
export const firstRelease: MigrationFactory = (engine) => ({
  async up(db) {
    // Each group refers only to tables of the groups before it.
    for (const group of [catalogue, accounts, orders, desk, records]) await group(engine).up(db);
  },
});
