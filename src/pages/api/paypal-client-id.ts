import { cacheableJson, endpoint } from '#src/server/http/endpoint.ts';
import { browserSetup } from '#src/settings/environment/paypal-config.ts';

export const ALL = endpoint({
  GET: (call) => cacheableJson(call, browserSetup(call.ctx.config.paypal), { sameInAllLanguages: true }),
});
