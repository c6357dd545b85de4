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
  ])('of %i cents less %i %% is %i cents', (real, discount, price) => {
    expect(discountedPrice(real, discount)).toBe(price);
  });

  it('is the whole number of cents nearest to the exact price, the upper one of two', () => {
    fc.assert(
      fc.property(cents, percent, (real, discount) => {
        const price = discountedPrice(real, discount);
        const roundedUpBy = price * 100 - real * (100 - discount);
        return Number.isInteger(price) && roundedUpBy > -50 && roundedUpBy <= 50;
      }),
    );
  });

  it('never grows with the discount', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 89 }), (real, off) => discountedPrice(real, off + 1) <= discountedPrice(real, off)),
    );
  });
});

describe('the percentage shown beside a struck-through price', () => {
  it('is rounded down, so that it never promises too much', () => {
    expect(reductionPercent(667, 1000)).toBe(33);
    expect(reductionPercent(1, 1000)).toBe(99);
  });

  it('is exact where the reduction is a whole percentage', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), percent, (euro, off) => {
        expect(reductionPercent(euro * (100 - off), euro * 100)).toBe(off);
      }),
    );
  });

  it('is 0 without a reference price, and for a price that is not lower', () => {
    expect(reductionPercent(500, null)).toBe(0);
    expect(reductionPercent(500, 500)).toBe(0);
    expect(reductionPercent(501, 500)).toBe(0);
  });
});
