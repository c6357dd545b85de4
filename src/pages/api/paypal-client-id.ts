import { cacheableJson, endpoint } from '#src/server/http/endpoint.ts';

export const prerender = false;
export const ALL = endpoint({ GET: (call) => cacheableJson(call, { paypalClientId: call.ctx.config.paypal.clientId }) });
