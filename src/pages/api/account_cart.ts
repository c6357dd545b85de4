import { followAccountCart } from '#src/features/account-cart/server/account-cart.endpoint.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: followAccountCart });
