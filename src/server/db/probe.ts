import type { Writer } from './database.ts';

const SETTING = 'health_probe';

/** Writes the current time into a row of its own, because a database on a full disk can still be read. */
export async function touchProbe(tx: Writer): Promise<void> {
  const value = new Date().toISOString();
  await tx
    .insertInto('settings')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
