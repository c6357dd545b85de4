import { findVoucherSender } from '#src/features/orders/server/checkout.repository.ts';
import { ordersAtOnce } from './order-at-once.endpoints.ts';
import { orderByVoucher } from './voucher-order.service.ts';

/** Orders that a gift voucher pays in full. */
export const voucherOrders = ordersAtOnce({ place: orderByVoucher, status: 'success', findSender: findVoucherSender });
