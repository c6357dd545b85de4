import { endpoint, type Handler } from '#src/server/http/endpoint.ts';
import { openApi } from './openapi.json.ts';

const notFound = () => ({ kind: 'not_found' }) as const;
// Astro gives a route that ends like a file no trailing slash.
const read: Handler = (call) => (call.params.path?.replace(/\/$/, '') === 'openapi.json' ? openApi(call) : notFound());
export const ALL = endpoint({ GET: read, POST: notFound, PUT: notFound, DELETE: notFound });
