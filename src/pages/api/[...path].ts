import { endpoint } from '#src/server/http/endpoint.ts';

export const prerender = false;
const notFound = () => ({ kind: 'not_found' }) as const;
export const ALL = endpoint({ GET: notFound, POST: notFound, PUT: notFound, DELETE: notFound });
