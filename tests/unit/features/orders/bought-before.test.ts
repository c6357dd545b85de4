import { describe, expect, it } from 'vitest';
import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { boughtBefore, MOST_BOUGHT } from '#src/features/orders/bought-before.ts';
import type { Order } from '#src/features/orders/order.ts';

const line = (productId: number, set?: { id: number; name: string }) =>
  ({
    productId,
    name: `Product ${productId}`,
    quantity: 1,
    ...(set && { set: { ...set, quantity: 1 } }),
  }) as Order['lines'][number];
const order = (lines: Order['lines'], status: Order['status'] = 'delivered') => ({ lines, status });
const sold = (...ids: number[]) => new Map(ids.map((id) => [id, { id } as ProductSummary]));
const idsOf = (orders: ReturnType<typeof order>[], ...ids: number[]) =>
  boughtBefore(orders, sold(...ids)).products.map(({ id }) => id);

describe('what was bought before', () => {
  it('is each product once, in the order of the newest orders', () => {
    expect(idsOf([order([line(2), line(1)]), order([line(3), line(2)])], 1, 2, 3)).toEqual([2, 1, 3]);
  });

  it('is a set as a whole', () => {
    const set = { id: 9, name: 'Feijoada' };
    expect(idsOf([order([line(1, set), line(2, set)])], 1, 2, 9)).toEqual([9]);
  });

  it('is nothing of orders that were cancelled or are not paid', () => {
    expect(idsOf([order([line(1)], 'cancelled'), order([line(2)], 'payment_pending')], 1, 2)).toEqual([]);
    expect(idsOf([order([line(1)], 'refunded')], 1)).toEqual([1]);
  });

  it('names what the shop no longer sells, and is limited', () => {
    expect(boughtBefore([order([line(1), line(2)])], sold(2)).gone).toEqual(['Product 1']);
    const many = Array.from({ length: MOST_BOUGHT + 5 }, (_, at) => at + 1);
    expect(idsOf([order(many.map((id) => line(id)))], ...many)).toHaveLength(MOST_BOUGHT);
  });
});
