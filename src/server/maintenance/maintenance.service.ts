import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import { findMaintenance, saveMaintenance } from './maintenance.repository.ts';

/** Whether the owner has closed the shop. */
export const isShopClosed = ({ db }: Pick<Context, 'db'>): Promise<boolean> => findMaintenance(db.read);

/** Closes or opens the shop on all servers, within two seconds. */
export const changeMaintenance = (ctx: Context, isOn: boolean): Promise<void> =>
  ctx.db.write(async (tx) => {
    const wasOn = await findMaintenance(tx);
    await saveMaintenance(tx, isOn);
    if (wasOn !== isOn)
      await recordAct(ctx, tx, { act: isOn ? 'shop.close' : 'shop.open', subject: 'shop', id: 'maintenance' });
  });
