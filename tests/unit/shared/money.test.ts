import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideHalfUp, toCents, toEuro } from '#src/shared/money.ts';

describe('money', () => {
  it('converts cents to EUR and back without loss', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => toCents(toEuro(cents)) === cents));
  });

  it('refuses a third decimal instead of rounding silently', () => {
    expect(() => toCents(1.005)).toThrow(RangeError);
  });

  it('rounds half up', () => {
    expect(divideHalfUp(5, 2)).toBe(3);
    expect(divideHalfUp(4, 3)).toBe(1);
    expect(divideHalfUp(5, 3)).toBe(2);
  });
});
