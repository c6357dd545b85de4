import type { Reader, Writer } from './database.ts';

/** The stored value of a setting; undefined when there is none. */
export async function findSetting(db: Reader, name: string): Promise<string | undefined> {
  return (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

export async function saveSetting(tx: Writer, name: string, value: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function deleteSetting(tx: Writer, name: string): Promise<void> {
  await tx.deleteFrom('settings').where('name', '=', name).execute();
}
