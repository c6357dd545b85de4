import type { Context } from '#src/server/context.ts';

/** Runs `act` unless another process is at the same work; a lease left behind by a dead process ends by itself. */
export async function withLease(ctx: Context, name: string, ms: number, act: () => Promise<void>): Promise<void> {
  const holder = crypto.randomUUID();
  const now = ctx.now();
  const lease = { holder, until: new Date(now.getTime() + ms).toISOString() };
  const taken = await ctx.db.write((tx) =>
    tx
      .insertInto('job_leases')
      .values({ name, ...lease })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(lease).where('job_leases.until', '<=', now.toISOString()))
      .returning('holder')
      .executeTakeFirst(),
  );
  if (!taken) return;
  try {
    await act();
  } finally {
    await ctx.db.write((tx) => tx.deleteFrom('job_leases').where('name', '=', name).where('holder', '=', holder).execute());
  }
}
