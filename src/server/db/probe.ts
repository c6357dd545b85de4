import type { Writer } from './database.ts';

const SETTING = 'health_probe';

/** Writes the time into a row of its own: a database on a full disk can still be read. */
export async function touchProbe(tx: Writer): Promise<void> {
  const value = new Date().toISOString();
  await tx
    .insertInto('settings')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
