import { findCatalogueState } from '#src/features/catalogue/server/catalogue.repository.ts';
import { listDeletions } from '#src/features/privacy/server/deletion.repository.ts';
import type { Context } from '#src/server/context.ts';
import { jobAges } from '#src/server/jobs.ts';
import { isShopClosed } from '#src/server/maintenance/maintenance.service.ts';
import { checkReadiness } from '#src/server/readiness.ts';
import { builtAt, hasBuild } from './site-record.ts';

const MOST_DELETIONS = 20;

/** Whether this server can serve buyers. */
export const checkShop = (ctx: Context): ReturnType<typeof checkReadiness> =>
  checkReadiness(ctx, {
    readDatabase: () => findCatalogueState(ctx.db.read),
    hasBuild: () => hasBuild(ctx.config.distDir),
  });

/** The state of shop and server, for the owner. */
export async function loadShopState(ctx: Context) {
  return {
    isClosed: await isShopClosed(ctx),
    deletions: await listDeletions(ctx.db.read, MOST_DELETIONS),
    checks: (await checkShop(ctx)).checks,
    jobs: jobAges(ctx),
    builtAt: builtAt(ctx.config.distDir),
  };
}
