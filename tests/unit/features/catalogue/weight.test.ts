import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gramsOf, weightOf, type Weighable } from '#src/features/catalogue/weight.ts';

const product = (value: number, unit: Weighable['netQuantity']['unit'], grossWeight?: number): Weighable => ({
  netQuantity: { value, unit },
  facts: grossWeight === undefined ? {} : { grossWeight },
});
const products = new Map([
  [1, product(500, 'g')],
  [2, product(1.5, 'l')],
  [3, product(6, 'piece')],
  [4, product(6, 'piece', 730)],
  [5, product(0.57, 'kg', 601)],
]);
const of = (...ids: number[]) =>
  weightOf(
    ids.map((productId) => ({ productId, quantity: 2 })),
    products,
  );

it('a parcel weighs what its units were weighed at, or their contents and a tenth', () => {
  expect([of(1, 2), of(4, 5)]).toEqual([
    { grams: 4400, isWeighed: true },
    { grams: 2662, isWeighed: true },
  ]);
  expect(gramsOf(product(0.57, 'kg'))).toBe(627);
});

it('a parcel with unweighed pieces, or with a product that is gone, has no known weight', () => {
  expect([of(3), of(1, 9)]).toEqual([
    { grams: 100, isWeighed: false },
    { grams: 1100, isWeighed: false },
  ]);
});

it('a parcel never weighs less with more in it, whatever the catalogue knows of its products', () => {
  const weighable = fc.record({
    netQuantity: fc.record({
      value: fc.double({ min: 0.001, max: 5000, noNaN: true }),
      unit: fc.constantFrom('g' as const, 'ml' as const, 'kg' as const, 'l' as const, 'piece' as const),
    }),
    facts: fc.record({ grossWeight: fc.integer({ min: 1, max: 100_000 }) }, { requiredKeys: [] }),
  });
  const line = fc.tuple(weighable, fc.integer({ min: 1, max: 10 }));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), line, (lines, more) => {
      const weigh = (all: [Weighable, number][]) =>
        weightOf(
          all.map(([, quantity], productId) => ({ productId, quantity })),
          new Map(all.map(([weighed], id) => [id, weighed])),
        ).grams;
      expect(Number.isInteger(weigh(lines))).toBe(true);
      expect(weigh([...lines, more])).toBeGreaterThanOrEqual(weigh(lines));
    }),
  );
});
