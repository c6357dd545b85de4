import { transferOrders } from '#src/features/transfers/server/transfer.endpoint.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: transferOrders.placeIt });
