import { cacheableJson, endpoint, type Handler } from '#src/server/http/endpoint.ts';
import { openApiDocument } from './_openapi.ts';

export const prerender = false;
export const openApi: Handler = (call) => cacheableJson(call, openApiDocument(call.ctx.config.siteUrl));
export const ALL = endpoint({ GET: openApi });
