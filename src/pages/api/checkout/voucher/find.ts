import { voucherOrders } from '#src/features/checkout/server/voucher-order.endpoint.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: voucherOrders.findIt });
