import { beginCheckout } from '#src/features/checkout/server/checkout.endpoints.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: beginCheckout });
