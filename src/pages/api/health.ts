import { findCatalogueState } from '#src/features/catalogue/server/catalogue.repository.ts';
import { checkDatabase } from '#src/server/health.ts';
import { endpoint, freshJson } from '#src/server/http/endpoint.ts';
import packageJson from '#package.json' with { type: 'json' };

export const prerender = false;
export const ALL = endpoint({
  GET: async ({ ctx }) => {
    const { version } = packageJson;
    const health = await checkDatabase(ctx, () => findCatalogueState(ctx.db.read));
    if (health.database === 'ok') return freshJson({ status: 'ok', database: 'ok', version });
    const { database, error } = health;
    ctx.log.error({ err: error, database }, 'health check failed');
    return freshJson({ status: 'error', database, version }, { status: 503, headers: { 'retry-after': '5' } });
  },
});
