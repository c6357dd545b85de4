import { endpoint } from '#src/server/http/endpoint.ts';
import { foundProducts } from '#src/features/catalogue/server/catalogue.endpoints.ts';

export const prerender = false;
export const ALL = endpoint({ GET: foundProducts });
