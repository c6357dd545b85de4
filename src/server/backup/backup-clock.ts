import type { Context } from '../context.ts';
import { findSetting, saveSetting } from '../db/setting.ts';

/** The time of the last good copy, or of the first start when there is none yet. */
const SETTING = 'backup_clock';
const HOUR_MS = 3600_000;

/** Records that a good copy was just taken. */
export const recordGoodCopy = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  db.write((tx) => saveSetting(tx, SETTING, now().toISOString()));

/** Whether a shop with a public address has had no good copy for BACKUP_ALARM_HOURS. */
export async function isBackupOverdue(ctx: Pick<Context, 'config' | 'db' | 'now'>): Promise<boolean> {
  const { isLocal, isRehearsal, backupAlarmHours } = ctx.config;
  if (isLocal || isRehearsal || backupAlarmHours === 0) return false;
  const since = await findSetting(ctx.db.read, SETTING);
  if (since === undefined) {
    await recordGoodCopy(ctx);
    return false;
  }
  return ctx.now().getTime() - Date.parse(since) > backupAlarmHours * HOUR_MS;
}
