import { expect, it } from 'vitest';
import { weightOf } from '#src/features/shipping/weight.ts';

const contents = [
  { id: 1, net_quantity: 500, net_unit: 'g' },
  { id: 2, net_quantity: 1.5, net_unit: 'l' },
  { id: 3, net_quantity: 6, net_unit: 'piece' },
];
const of = (...ids: number[]) =>
  weightOf(
    ids.map((productId) => ({ productId, quantity: 2 })),
    contents,
  );

it('a parcel weighs its contents and a tenth', () => {
  expect(of(1, 2)).toEqual({ grams: 4400, isWeighed: true });
});

it('a parcel with pieces, or with a product that is gone, has no known weight', () => {
  expect([of(3), of(1, 9)]).toEqual([
    { grams: 100, isWeighed: false },
    { grams: 1100, isWeighed: false },
  ]);
});
