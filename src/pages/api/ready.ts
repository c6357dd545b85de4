import { findCatalogueState } from '#src/features/catalogue/server/catalogue.repository.ts';
import { endpoint, freshJson } from '#src/server/http/endpoint.ts';
import { checkReadiness, isEnding } from '#src/server/readiness.ts';
import { hasBuild } from '#src/site/site-record.ts';
import packageJson from '#package.json' with { type: 'json' };

export const ALL = endpoint({
  GET: async ({ ctx }) => {
    const readDatabase = () => findCatalogueState(ctx.db.read);
    const { isReady, checks } = await checkReadiness(ctx, {
      readDatabase,
      hasBuild: () => hasBuild(ctx.config.distDir),
    });
    const status = isEnding(ctx) ? 'ending' : isReady ? 'ready' : 'not_ready';
    return freshJson(
      { status, checks, version: packageJson.version },
      status === 'ready' ? {} : { status: 503, headers: { 'retry-after': '5' } },
    );
  },
});
