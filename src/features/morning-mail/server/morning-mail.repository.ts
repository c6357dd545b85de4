import type { Writer } from '#src/server/db/database.ts';

const SETTING = 'morning_summary';

/** Claims the mail of a day such as 2026-11-25; false when any process claimed it before. */
export async function claimMorningMail(tx: Writer, day: string): Promise<boolean> {
  const claimed = await tx
    .insertInto('settings')
    .values({ name: SETTING, value: day })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: day }).where('settings.value', '<', day))
    .returning('value')
    .executeTakeFirst();
  return claimed !== undefined;
}
