import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referencePrice, type PricePoint } from '#src/features/catalogue/price.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-11-20T00:00:00Z');

/** A price that was valid from this many days ago on. */
const from = (daysAgo: number, price: number, discountPercent = 0): PricePoint => ({
  validFrom: new Date(NOW - daysAgo * DAY_MS).toISOString(),
  discountPercent,
  price,
});

describe('the struck-through price', () => {
  it('is the price before the discount began', () => {
    expect(referencePrice([from(60, 1000), from(5, 800, 20)])).toBe(1000);
  });

  it('is the lowest price of the previous 30 days, not the last one', () => {
    expect(referencePrice([from(60, 1000), from(25, 900), from(15, 1200), from(5, 700, 40)])).toBe(900);
  });

  it('includes an earlier discount that ended within the 30 days', () => {
    expect(referencePrice([from(90, 1000), from(40, 850, 15), from(20, 1000), from(5, 800, 20)])).toBe(850);
  });

  it('includes a price on the first of the 30 days, which are calendar days in Germany', () => {
    const at = (validFrom: string, price: number, discountPercent = 0): PricePoint => ({
      validFrom,
      price,
      discountPercent,
    });
    const reduced = at('2026-11-15T20:00:00Z', 700, 30);
    expect(referencePrice([at('2026-01-01T00:00:00Z', 900), at('2026-10-15T22:30:00Z', 1000), reduced])).toBe(900);
    expect(referencePrice([at('2026-01-01T00:00:00Z', 900), at('2026-10-15T21:30:00Z', 1000), reduced])).toBe(1000);
  });

  it('includes a price that began long before but was still valid on the first of the 30 days', () => {
    expect(referencePrice([from(300, 900), from(34, 1000), from(5, 800, 20)])).toBe(900);
  });

  it('ignores a price that ended 30 days before the discount began', () => {
    expect(referencePrice([from(300, 900), from(36, 1000), from(5, 800, 20)])).toBe(1000);
  });

  it('looks back from the day the discount began, however long it has lasted', () => {
    expect(referencePrice([from(300, 1000), from(100, 800, 20)])).toBe(1000);
  });

  it('stays the price before the first discount while the discount only increases', () => {
    expect(referencePrice([from(60, 1000), from(20, 900, 10), from(10, 800, 20), from(5, 700, 30)])).toBe(1000);
  });

  it('is the lowest price of the discount itself after the discount was lowered', () => {
    expect(referencePrice([from(60, 1000), from(20, 700, 30), from(10, 900, 10), from(5, 600, 40)])).toBe(700);
  });

  it('is absent when a lowered discount raised the price', () => {
    expect(referencePrice([from(60, 1000), from(20, 800, 20), from(5, 900, 10)])).toBeUndefined();
  });

  it('is absent when the "reduced" price is not below one of the previous 30 days', () => {
    expect(referencePrice([from(60, 800), from(20, 1200), from(5, 900, 25)])).toBeUndefined();
    expect(referencePrice([from(60, 900), from(20, 1200), from(5, 900, 25)])).toBeUndefined();
  });

  it('is absent without a discount', () => {
    expect(referencePrice([from(60, 1000), from(5, 800)])).toBeUndefined();
    expect(referencePrice([from(60, 1000), from(20, 800, 20), from(5, 1000)])).toBeUndefined();
  });

  it('is absent for a product that was never sold without a discount', () => {
    expect(referencePrice([from(5, 800, 20)])).toBeUndefined();
    expect(referencePrice([])).toBeUndefined();
  });

  it('is a price that was actually charged, above the current one', () => {
    const point = fc.record({
      daysAfter: fc.integer({ min: 1, max: 40 }),
      price: fc.integer({ min: 1, max: 2000 }),
      discount: fc.constantFrom(0, 0, 10, 20),
    });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 8 }), (steps) => {
        let daysAgo = 400;
        const history = steps.map(({ daysAfter, price, discount }) => from((daysAgo -= daysAfter), price, discount));
        const reference = referencePrice(history);
        if (reference === undefined) return;
        expect(history.map(({ price }) => price)).toContain(reference);
        expect(reference).toBeGreaterThan(history.at(-1)?.price ?? 0);
      }),
    );
  });
});
