import { listPurchases } from '#src/features/orders/server/order.endpoints.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ GET: listPurchases });
