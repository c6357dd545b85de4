import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discountedPrice, reductionPercent } from '#src/features/catalogue/price.ts';

const cents = fc.integer({ min: 1, max: 10_000_000 });
const percent = fc.integer({ min: 0, max: 90 });

describe('the price after discount', () => {
  it.each([
    [199, 50, 100],
    [999, 10, 899],
    [1250, 33, 838],
    [333, 0, 333],
    [1, 50, 1],
    [1, 51, 0],
  ])('of %i cents with a discount of %i %% is %i cents', (real, discount, price) => {
    expect(discountedPrice(real, discount)).toBe(price);
  });

  it('is rounded to the nearest cent, half a cent up', () => {
    fc.assert(
      fc.property(cents, percent, (real, discount) => {
        const price = discountedPrice(real, discount);
        const roundedUpBy = price * 100 - real * (100 - discount);
        return Number.isInteger(price) && roundedUpBy > -50 && roundedUpBy <= 50;
      }),
    );
  });

  it('never increases with the discount', () => {
    fc.assert(
      fc.property(
        cents,
        fc.integer({ min: 0, max: 89 }),
        (real, off) => discountedPrice(real, off + 1) <= discountedPrice(real, off),
      ),
    );
  });
});

describe('the percentage shown beside a struck-through price', () => {
  it("is the owner's percentage where the regular price is struck through", () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 90 }), (realPrice, discount) => {
        const price = discountedPrice(realPrice, discount);
        fc.pre(price < realPrice);
        expect(reductionPercent({ price, realPrice, discount, referencePrice: realPrice })).toBe(discount);
      }),
    );
    // Computed from the rounded price it would be 14.
    expect(reductionPercent({ price: 280, realPrice: 329, discount: 15, referencePrice: 329 })).toBe(15);
  });

  it('is computed from a lower 30-day price, rounded down', () => {
    const regular = { realPrice: 1500, discount: 60 };
    expect(reductionPercent({ ...regular, price: 667, referencePrice: 1000 })).toBe(33);
    expect(reductionPercent({ ...regular, price: 1, referencePrice: 1000 })).toBe(99);
  });

  it('is 0 without a reference price, and for a price that is not lower', () => {
    for (const referencePrice of [null, 500, 499])
      expect(reductionPercent({ price: 500, realPrice: 600, discount: 16, referencePrice })).toBe(0);
  });
});
