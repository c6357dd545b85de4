import { ordersAtOnce } from '#src/features/checkout/server/order-at-once.endpoints.ts';
import { orderByTransfer } from './transfer-order.service.ts';
import { findSender } from './transfer.repository.ts';

/** Orders that their buyers pay by bank transfer. */
export const transferOrders = ordersAtOnce({ place: orderByTransfer, status: 'pending', findSender });
