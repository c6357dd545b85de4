import type { Reader, Writer } from '#src/server/db/database.ts';
import { findSetting, saveSetting } from '#src/server/db/setting.ts';

const SETTING = 'maintenance_mode';

/** Whether the owner has closed the shop for maintenance. */
export const findMaintenance = async (db: Reader | Writer): Promise<boolean> =>
  (await findSetting(db, SETTING)) === 'on';

export const saveMaintenance = (tx: Writer, isOn: boolean): Promise<void> =>
  saveSetting(tx, SETTING, isOn ? 'on' : 'off');
