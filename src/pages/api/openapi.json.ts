import { cacheableJson, endpoint } from '#src/server/http/endpoint.ts';
import { openApiDocument } from './_openapi.ts';

export const prerender = false;
export const ALL = endpoint({ GET: (call) => cacheableJson(call, openApiDocument(call.ctx.config.siteUrl)) });
