import type { Context } from '#src/server/context.ts';
import type { Writer } from './database.ts';
import { isDue } from './waiting.ts';

/** When a process dies, its lease expires after this time. */
const LEASE_MS = 60_000;

export interface Lease {
  /**
   * Checks at the end of a transaction whether this process still holds the lease, and locks it until the commit. A
   * process that was paused for a minute has lost the lease and must not publish its result.
   */
  isHeld(this: void, tx: Writer): Promise<boolean>;
}

/** Runs `act` unless another process holds the lease; returns whether it ran. The lease is renewed while `act` runs. */
export async function withLease(ctx: Context, name: string, act: (lease: Lease) => Promise<void>): Promise<boolean> {
  const holder = crypto.randomUUID();
  if (!(await ctx.db.write((tx) => takeLease(ctx, tx, name, holder)))) return false;
  const renewal = setInterval(() => {
    ctx.db
      .write((tx) =>
        tx
          .updateTable('job_leases')
          .set({ until: untilOf(ctx) })
          .where('name', '=', name)
          .where('holder', '=', holder)
          .execute(),
      )
      .catch((error: unknown) => ctx.log.warn({ err: error, lease: name }, 'lease not renewed'));
  }, LEASE_MS / 3);
  try {
    await act({ isHeld: (tx) => isHeld(ctx, tx, name, holder) });
  } finally {
    clearInterval(renewal);
    await ctx.db.write((tx) =>
      tx.deleteFrom('job_leases').where('name', '=', name).where('holder', '=', holder).execute(),
    );
  }
  return true;
}

const untilOf = ({ now }: Pick<Context, 'now'>) => new Date(now().getTime() + LEASE_MS).toISOString();

async function takeLease(ctx: Context, tx: Writer, name: string, holder: string): Promise<boolean> {
  const lease = { holder, until: untilOf(ctx) };
  const now = ctx.now().toISOString();
  const taken = await tx
    .insertInto('job_leases')
    .values({ name, ...lease })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(lease)
        .where(isDue('job_leases.until', now, LEASE_MS)),
    )
    .returning('holder')
    .executeTakeFirst();
  return taken !== undefined;
}

async function isHeld(ctx: Context, tx: Writer, name: string, holder: string): Promise<boolean> {
  const lease = tx.selectFrom('job_leases').select('name').where('name', '=', name).where('holder', '=', holder);
  return (await ctx.db.lockRows(lease).executeTakeFirst()) !== undefined;
}
