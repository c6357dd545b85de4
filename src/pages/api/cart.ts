import { repriceCart } from '#src/features/cart/server/cart.endpoints.ts';
import { callerOf } from '#src/features/checkout/server/checkout.endpoints.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: repriceCart(callerOf) });
