import type { Context } from './context.ts';

const SETTING = 'maintenance_mode';

/** Whether the owner has closed the shop for work on it. */
export async function isUnderMaintenance({ db }: Context): Promise<boolean> {
  const row = await db.read.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
  return row?.value === 'on';
}
