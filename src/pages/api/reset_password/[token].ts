import { setPasswordByToken } from '#src/features/account/server/password.endpoints.ts';
import { takeOverGuestOrders } from '#src/features/orders/server/order-takeover.service.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: setPasswordByToken(takeOverGuestOrders) });
