import { describe, expect, it } from 'vitest';
import {
  isClosed,
  orderStatus,
  packedLines,
  type DeliveryStatus,
  type OrderLine,
  type PaymentStatus,
} from '#src/features/orders/order.ts';

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
  it('is packed without the cents that divide a product of a set into lines', () => {
    const set = { id: 9, name: 'Praia', quantity: 3 };
    const line = (code: string, productId: number, more: Partial<OrderLine> = {}) =>
      ({ code, productId, quantity: 3, price: 174, ...more }) as OrderLine;
    const packed = packedLines([
      line('SET/AGUA', 1, { set }),
      line('SET/GUARANA', 2, { set }),
      line('SET/GUARANA/2', 2, { set, price: 175 }),
      line('GUARANA', 2),
      line('BOX/GUARANA', 2, { set: { ...set, id: 8 } }),
    ]);
    expect(packed.map(({ code, quantity }) => [code, quantity])).toEqual([
      ['SET/AGUA', 3],
      ['SET/GUARANA', 6],
      ['GUARANA', 3],
      ['BOX/GUARANA', 3],
    ]);
  });
});
