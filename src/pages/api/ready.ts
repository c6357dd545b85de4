import { endpoint, freshJson } from '#src/server/http/endpoint.ts';
import { isEnding } from '#src/server/readiness.ts';
import { checkShop } from '#src/site/shop-state.loader.ts';
import packageJson from '#package.json' with { type: 'json' };

export const ALL = endpoint({
  GET: async ({ ctx }) => {
    const { isReady, checks } = await checkShop(ctx);
    const status = isEnding(ctx) ? 'ending' : isReady ? 'ready' : 'not_ready';
    return freshJson(
      { status, checks, version: packageJson.version },
      status === 'ready' ? {} : { status: 503, headers: { 'retry-after': '5' } },
    );
  },
});
