import { followParcels } from '#src/features/shipping/server/track.service.ts';
import { startDhl, type RunningDhl } from '../outside/dhl.ts';
import { minutesAgo } from '../people/order-rows.ts';
import { until } from '../until.ts';
import type { PayingShop } from './paying-shop.ts';

interface WithDhl {
  dhl: RunningDhl;
  /** Lets the waiting times pass until DHL was asked and something holds. The shop's own process runs the job, too. */
  followed: (what: string, holds: () => Promise<boolean>) => Promise<unknown>;
}

/** A shop whose labels and events come from a DHL emulator of its own. */
export async function dhlShop<Shop extends PayingShop>(
  make: (env: Record<string, string>) => Promise<Shop>,
): Promise<Shop & WithDhl> {
  const dhl = await startDhl();
  const shop = await make(dhl.env);
  return {
    ...shop,
    dhl,
    followed: (what, holds) =>
      until(what, async () => {
        await shop.ctx.db.write((tx) =>
          tx
            .updateTable('parcel_tracks')
            .set({ check_at: minutesAgo(shop.ctx, 1) })
            .where('check_at', 'is not', null)
            .execute(),
        );
        await followParcels(shop.ctx);
        return holds();
      }),
    async dispose() {
      await shop.dispose();
      await dhl.stop();
    },
  };
}
