import { findCatalogueState } from '#src/features/catalogue/server/catalogue.repository.ts';
import { endpoint, freshJson } from '#src/server/http/endpoint.ts';
import { checkReadiness } from '#src/server/readiness.ts';
import { hasBuild } from '#src/site/site-record.ts';
import packageJson from '#package.json' with { type: 'json' };

export const prerender = false;
export const ALL = endpoint({
  GET: async ({ ctx }) => {
    const readDatabase = () => findCatalogueState(ctx.db.read);
    const { isReady, checks } = await checkReadiness(ctx, { readDatabase, hasBuild: () => hasBuild(ctx.config.distDir) });
    const body = { status: isReady ? 'ready' : 'not_ready', checks, version: packageJson.version };
    return freshJson(body, isReady ? {} : { status: 503, headers: { 'retry-after': '5' } });
  },
});
