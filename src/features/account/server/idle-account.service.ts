import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import { tryStep } from '#src/server/try-step.ts';
import { enqueueIdleWarning } from './account-mails.ts';
import { deleteAccount } from './account.service.ts';
import { findIdle, lockIdle, recordWarning } from './idle-account.repository.ts';

// The privacy policy names these times.
const IDLE_YEARS = 3;
const WARNED_MS = 31 * 24 * 3600_000;
const AT_ONCE = 100;

function idleSince(now: Date): string {
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - IDLE_YEARS);
  return since.toISOString();
}

interface Job {
  /** Which accounts; undefined: those that nobody has warned. */
  warnedBefore?: string;
  /** For the log. */
  failed: string;
  stopping: AbortSignal | undefined;
}

/** Acts on some idle accounts, each in its own transaction, and each once, although several servers do this. */
async function eachIdle(
  ctx: Context,
  { warnedBefore, failed, stopping }: Job,
  act: (tx: Writer, client: ClientRow) => Promise<void>,
): Promise<void> {
  const idle = { usedBefore: idleSince(ctx.now()), warnedBefore };
  let done = 0;
  for (const { id } of await findIdle(ctx.db.read, idle)) {
    if (stopping?.aborted || done === AT_ONCE) return;
    const isDone = await tryStep(ctx, { subject: id, failed }, () =>
      ctx.db.write(async (tx) => {
        const client = await lockIdle(ctx.db, tx, idle, id);
        if (client) await act(tx, client);
      }),
    );
    if (isDone) done += 1;
  }
}

/** Mails the owners of accounts without a sign-in and an order for three years, once each. */
export async function warnIdleAccounts(ctx: Context, stopping?: AbortSignal): Promise<void> {
  const now = ctx.now();
  const deletedOn = new Date(now.getTime() + WARNED_MS).toISOString();
  await eachIdle(ctx, { failed: 'owner of an idle account not warned', stopping }, async (tx, client) => {
    await enqueueIdleWarning(ctx, tx, client, deletedOn);
    await recordWarning(tx, client.id, now.toISOString());
  });
}

/** Deletes accounts that were warned a month ago and not used since. `record`: notes one in the same transaction. */
export async function deleteIdleAccounts(
  ctx: Context,
  record: (tx: Writer) => Promise<void>,
  stopping?: AbortSignal,
): Promise<void> {
  const warnedBefore = new Date(ctx.now().getTime() - WARNED_MS).toISOString();
  await eachIdle(ctx, { warnedBefore, failed: 'idle account not deleted', stopping }, async (tx, client) => {
    await deleteAccount(ctx, tx, client);
    await record(tx);
  });
}
