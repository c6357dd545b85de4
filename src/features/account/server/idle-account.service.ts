import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { enqueueIdleWarning } from './account-mails.ts';
import { deleteAccount } from './account.service.ts';
import { lockUnwarned, lockWarned, recordWarning } from './idle-account.repository.ts';

// The privacy policy names these times.
const IDLE_YEARS = 3;
const WARNED_MS = 31 * 24 * 3600_000;
const AT_ONCE = 100;

function idleSince(now: Date): string {
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - IDLE_YEARS);
  return since.toISOString();
}

/** Mails the owners of accounts without a sign-in and an order for three years, once each. */
export async function warnIdleAccounts(ctx: Context): Promise<void> {
  const now = ctx.now();
  const deletedOn = new Date(now.getTime() + WARNED_MS).toISOString();
  await ctx.db.write(async (tx) => {
    // Several servers do this at the same time; each account gets one mail.
    await ctx.db.lock(tx, 'idle-accounts');
    for (const client of await lockUnwarned(ctx.db, tx, idleSince(now), AT_ONCE)) {
      await enqueueIdleWarning(ctx, tx, client, deletedOn);
      await recordWarning(tx, client.id, now.toISOString());
    }
  });
}

/** Deletes accounts that were warned a month ago and not used since; returns their number. */
export async function deleteIdleAccounts(ctx: Context, tx: Writer): Promise<number> {
  await ctx.db.lock(tx, 'idle-accounts');
  const now = ctx.now();
  const warnedBefore = new Date(now.getTime() - WARNED_MS).toISOString();
  const idle = await lockWarned(ctx.db, tx, { usedBefore: idleSince(now), warnedBefore, limit: AT_ONCE });
  for (const client of idle) await deleteAccount(ctx, tx, client);
  return idle.length;
}
