import { endpoint } from '#src/server/http/endpoint.ts';
import { foundProducts } from '#src/features/search/server/search.endpoint.ts';

export const ALL = endpoint({ GET: foundProducts });
