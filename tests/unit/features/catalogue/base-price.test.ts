import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { basePrice, type NetUnit } from '#src/features/catalogue/price.ts';

const of = (
  price: number,
  netQuantity: number,
  netUnit: NetUnit,
  more: { drainedWeight?: number; exempt?: boolean } = {},
) => basePrice({ price, netQuantity, netUnit, drainedWeight: null, exempt: false, ...more });

describe('the base price', () => {
  it('is per kilogram for goods sold by weight', () => {
    expect(of(499, 500, 'g')).toEqual({ amount: 998, per: 'kg' });
    expect(of(499, 2, 'kg')).toEqual({ amount: 250, per: 'kg' });
  });

  it('is per litre for goods sold by volume', () => {
    expect(of(179, 350, 'ml')).toEqual({ amount: 511, per: 'l' });
    expect(of(300, 1.5, 'l')).toEqual({ amount: 200, per: 'l' });
  });

  it('uses the drained weight when the label declares one', () => {
    expect(of(699, 540, 'g', { drainedWeight: 300 })).toEqual({ amount: 2330, per: 'kg' });
    expect(of(699, 0.5, 'l', { drainedWeight: 300 })).toEqual({ amount: 2330, per: 'kg' });
  });

  it('is not required below 10 g or 10 ml, and required from there on', () => {
    expect(of(499, 9.999, 'g')).toBeUndefined();
    expect(of(499, 0.009, 'l')).toBeUndefined();
    expect(of(499, 10, 'g')).toEqual({ amount: 49_900, per: 'kg' });
    expect(of(499, 0.01, 'l')).toEqual({ amount: 49_900, per: 'l' });
  });

  it('is not required for exempt goods and for goods sold by the piece', () => {
    expect(of(9900, 100, 'ml', { exempt: true })).toBeUndefined();
    expect(of(9900, 6, 'piece')).toBeUndefined();
  });

  it('is rounded half up to the cent', () => {
    expect(of(101, 200, 'kg')).toEqual({ amount: 1, per: 'kg' });
    expect(of(100, 200, 'kg')).toEqual({ amount: 1, per: 'kg' });
    expect(of(99, 200, 'kg')).toEqual({ amount: 0, per: 'kg' });
    // 12.5 cents; 32.24 kg in grams is a hair more than 32,240 in binary.
    expect(of(403, 32.24, 'kg')).toEqual({ amount: 13, per: 'kg' });
  });

  it('does not depend on the unit of the content', () => {
    const price = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(price, fc.integer({ min: 10, max: 100_000 }), (cents, thousandths) => {
        expect(of(cents, thousandths / 1000, 'kg')).toEqual(of(cents, thousandths, 'g'));
        expect(of(cents, thousandths / 1000, 'l')).toEqual(of(cents, thousandths, 'ml'));
      }),
    );
  });
});
