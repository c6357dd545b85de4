import { describe, expect, it } from 'vitest';
import { isClosed, orderStatus, type DeliveryStatus, type PaymentStatus } from '#src/features/orders/order.ts';

const DELIVERIES: DeliveryStatus[] = ['in_separation', 'not_with_carrier', 'with_carrier', 'delivered'];
const PAYMENTS: PaymentStatus[] = ['pending', 'paid', 'partially_refunded', 'refunded', 'cancelled'];
const pairs = PAYMENTS.flatMap((payment) => DELIVERIES.map((delivery) => ({ payment, delivery })));

describe('an order', () => {
  it('is closed once it was delivered, refunded in full or cancelled', () => {
    const open = pairs.filter((order) => !isClosed(order));
    expect(new Set(open.map(({ payment }) => payment))).toEqual(new Set(['pending', 'paid', 'partially_refunded']));
    expect(new Set(open.map(({ delivery }) => delivery))).toEqual(
      new Set(['in_separation', 'not_with_carrier', 'with_carrier']),
    );
  });

  it('shows its parcel, unless the payment is pending or refunded', () => {
    for (const { payment, delivery } of pairs) {
      const expected = {
        pending: 'payment_pending',
        paid: delivery,
        partially_refunded: delivery,
        refunded: 'refunded',
        cancelled: 'cancelled',
      };
      expect(orderStatus(payment, delivery)).toBe(expected[payment]);
    }
  });
});
