import { cacheableJson, endpoint, type Handler } from '#src/server/http/endpoint.ts';
import { openApiDocument } from './_openapi.ts';

/** Made once, because it takes 40 ms and is the same for every call. */
let contract: ReturnType<typeof openApiDocument> | undefined;

export const openApi: Handler = (call) => cacheableJson(call, (contract ??= openApiDocument(call.ctx.config.siteUrl)));
export const ALL = endpoint({ GET: openApi });
