import { findCatalogueState } from '#src/features/catalogue/server/catalogue.repository.ts';
import { checkDatabase } from '#src/server/health.ts';
import { endpoint, freshJson } from '#src/server/http/endpoint.ts';
import packageJson from '#package.json' with { type: 'json' };

export const prerender = false;
export const ALL = endpoint({
  GET: async ({ ctx }) => {
    const { version } = packageJson;
    try {
      await checkDatabase(ctx, () => findCatalogueState(ctx.db.read));
      return freshJson({ status: 'ok', database: 'ok', version });
    } catch (error) {
      ctx.log.error({ err: error }, 'health check: the database does not answer or cannot be written');
      return freshJson({ status: 'error', database: 'unreachable', version }, { status: 503, headers: { 'retry-after': '5' } });
    }
  },
});
