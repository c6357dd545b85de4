import { deleteResetsBefore } from '#src/features/account/server/password-reset.repository.ts';
import { reconcile } from '#src/features/checkout/server/reconcile.service.ts';
import type { Context } from '#src/server/context.ts';
import { createMailGateway } from '#src/server/gateways/mail.ts';
import { deleteExpiredSessions } from '#src/server/http/session.repository.ts';
import { startJobs, type Job } from '#src/server/jobs.ts';
import { sendDueMails } from '#src/server/outbox/sender.ts';

const RECONCILE_MS = 60_000;
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

/** Everything that runs beside the requests, and what the server adds of its own; the answer stops it. */
export function runJobs(ctx: Context, more: Job[] = []): () => Promise<void> {
  const mail = createMailGateway(ctx.config);
  const stop = startJobs(ctx, [
    { name: 'mail', pauseMs: 1000, run: (stopping) => sendDueMails(ctx, mail, stopping) },
    { name: 'reconcile', pauseMs: RECONCILE_MS, run: async () => void (await reconcile(ctx)) },
    { name: 'clean-up', pauseMs: HOUR_MS, run: () => cleanUp(ctx) },
    ...more,
  ]);
  return async () => {
    await stop();
    mail.close();
  };
}

/** What nobody can use any more goes. */
async function cleanUp({ db, now }: Context): Promise<void> {
  const at = now();
  await db.forgetAttempts(at);
  await db.write(async (tx) => {
    await deleteExpiredSessions(tx, at.toISOString());
    await deleteResetsBefore(tx, new Date(at.getTime() - DAY_MS).toISOString());
  });
}
