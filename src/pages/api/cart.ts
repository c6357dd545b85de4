import { repriceCart } from '#src/features/cart/server/cart.endpoints.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const prerender = false;
export const ALL = endpoint({ POST: repriceCart });
