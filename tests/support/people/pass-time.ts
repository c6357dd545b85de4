import { reconcile } from '#src/features/checkout/server/reconcile.service.ts';
import type { Context } from '#src/server/context.ts';
import { until } from '../until.ts';

/** Runs the reconcile job to its end, and waits while another process runs it. */
export const reconcileNow = (ctx: Context): Promise<void> => until('reconcile had its turn', () => reconcile(ctx));

/** Lets enough time pass that all waiting checks are due and the claims of dead processes expire. */
export async function letTimePass({ db, now }: Context): Promise<void> {
  const at = now().toISOString();
  for (const table of ['checkouts', 'payments', 'refunds', 'paypal_events'] as const)
    await db.read.updateTable(table).set({ check_at: at }).where('check_at', 'is not', null).execute();
  await db.read.updateTable('checkouts').set({ settling_until: at }).where('settling_until', 'is not', null).execute();
}
