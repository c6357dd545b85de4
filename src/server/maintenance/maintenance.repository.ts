import type { Reader, Writer } from '#src/server/db/database.ts';

const SETTING = 'maintenance_mode';

/** Whether the owner has closed the shop for maintenance. */
export async function findMaintenance(db: Reader | Writer): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
  return row?.value === 'on';
}

export async function saveMaintenance(tx: Writer, isOn: boolean): Promise<void> {
  const value = isOn ? 'on' : 'off';
  await tx
    .insertInto('settings')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
