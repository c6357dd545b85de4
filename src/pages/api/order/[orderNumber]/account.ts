import { openOrderAccount } from '#src/features/orders/server/order-account.endpoint.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: openOrderAccount });
