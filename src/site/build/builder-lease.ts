import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '#src/server/context.ts';
import { withLease, type Lease } from '#src/server/db/lease.ts';

const ASK_AGAIN_MS = 1000;

/**
 * Lets one server at a time build when several share a PostgreSQL database: the first one. Another may build a minute
 * after a builder died. On SQLite all builds are on one machine, where the folder's lock is enough.
 */
export async function asOnlyBuilder(ctx: Context, build: (lease?: Lease) => Promise<void>): Promise<void> {
  if (ctx.db.engine === 'sqlite') return build();
  for (let waiting = false; !(await withLease(ctx, 'build', build)); waiting = true) {
    if (!waiting) console.log('Another server is building; waiting for it …');
    await wait(ASK_AGAIN_MS);
  }
}
