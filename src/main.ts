/** The shop's server: the only place that connects configuration, features, site and background work. */
import type { IncomingMessage } from 'node:http';
import { closeDemoStaff } from '#src/desk/server/demo-staff.ts';
import { staffIdOf } from '#src/desk/server/staff-session.ts';
import { closeTestLogin } from '#src/features/account/server/test-login.ts';
import { warnOfMissingPictures } from '#src/features/catalogue/server/missing-pictures.ts';
import { replacementOf } from '#src/features/redirects/server/redirects.service.ts';
import { refreshSalesLock, reportGaps } from '#src/features/editing/server/sales-lock.service.ts';
import { orderOfReviewForm } from '#src/features/reviews/server/review.service.ts';
import { isDesk } from '#src/shared/paths.ts';
import { runBackground } from './background.ts';
import { finishContentChange } from './server/content/change-content.ts';
import { getContext, reloadShop } from './server/context.ts';
import { requireOwnDatabase } from './server/db/rehearsal-mark.ts';
import { warnOfWrongClock } from './server/db/clock.ts';
import { contentPlace, serveEditorial } from './server/editorial-content.ts';
import { warnOfMissingDeskKey } from './server/desk-key.ts';
import { openHttpServer } from './server/http-server.ts';
import { createRefusalLog } from './server/http/refusal-log.ts';
import { GATE_POLL_MS, openGate } from './server/maintenance/gate.ts';
import { notifyParent } from './server/process-messages.ts';
import { runProgram } from './server/run-program.ts';
import { missingShopFacts } from './settings/shop-yaml/shop-data.ts';
import { requireImprintFacts } from './server/shop-file.ts';
import { openSite } from './site/serve/live-site.ts';
import { createRequestHandler } from './site/serve/request-handler.ts';

/** Serves the built site until the process is told to stop; then finishes the requests in progress. */
async function main(): Promise<void> {
  const ctx = getContext();
  const { config, log } = ctx;
  await ctx.db.migrate();
  await requireOwnDatabase(ctx);
  warnOfWrongClock(ctx);
  warnOfMissingDeskKey(ctx);
  // A full or read-only disk must not keep the shop closed. The next change of a file retries.
  await finishContentChange(ctx).catch((error: unknown) =>
    log.error({ err: error }, 'a change of a content file is not finished'),
  );
  await warnOfMissingPictures(ctx);
  await closeTestLogin(ctx);
  await closeDemoStaff(ctx);
  await refreshSalesLock(ctx);
  await reportGaps(ctx);
  const gate = await openGate(ctx);
  // React reads it when the pages load React; without it React serves its slower development build.
  // oxlint-disable-next-line no-restricted-properties -- a variable for React, no setting that is read
  process.env.NODE_ENV ??= 'production';
  const outdated = () => {
    log.info('a build with other code waits for the next server');
    notifyParent('outdated');
  };
  const reloadTexts = (build: string) => {
    serveEditorial(build);
    reloadShop(ctx);
  };
  const site = await openSite({ distDir: config.distDir, program: import.meta.dirname, log, outdated, reloadTexts });
  requireImprintFacts(config, ctx.shop);
  // Loaded only when one is used: a shop with a PayPal account has no emulator.
  const isEmulated = [config.paypal, config.dhl].some((account) => account && account.apiBase === undefined);
  const emulators = isEmulated ? (await import('./emulator/mount.ts')).mountEmulators(config) : [];
  const logRefusal = createRefusalLog(log);
  // Likewise: a shop without a monitor does not load the metrics.
  const metrics =
    config.metricsPort === undefined ? undefined : await (await import('./metrics.ts')).openMetrics(ctx, site);
  const uploaderOf = (req: IncomingMessage, path: string) =>
    isDesk(path) ? staffIdOf(ctx, req, path) : orderOfReviewForm(ctx, path);
  const answer = createRequestHandler({
    ctx,
    site,
    gate,
    emulators,
    movedTo: replacementOf,
    uploaderOf,
    logRefusal,
    observe: metrics?.observe,
  });
  const missing = missingShopFacts(ctx.shop);
  if (!config.isLocal && missing.length > 0)
    log.warn({ missing }, `${contentPlace('shop.yaml')} still has placeholders`);
  let stopJobs = async (): Promise<void> => {};
  const stopBackground = () => {
    metrics?.close();
    return stopJobs();
  };
  const port = await openHttpServer(ctx, { answer, logRefusal, stopBackground });
  stopJobs = runBackground(ctx, [{ name: 'maintenance', pauseMs: GATE_POLL_MS, run: gate.refresh }]);
  // With PORT=0 the port is known only now; the emulators are reached there.
  config.port = port;
  log.info({ host: config.host, port }, 'listening');
  notifyParent({ listening: port });
}

await runProgram(main);
