import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitByLargestRemainder } from '#src/shared/money.ts';
import { DEFAULT_TERMS } from '#src/shared/shop-terms.ts';
import { totalsOf } from '#src/features/cart/totals.ts';

const line = fc.record({
  price: fc.integer({ min: 1, max: 20_000 }),
  quantity: fc.integer({ min: 1, max: 10 }),
  deposit: fc.constantFrom(0, 25),
  vatRate: fc.constantFrom(7, 19),
});

describe('totals of a cart', () => {
  it('add up: subtotal, shipping and deposit are the total', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
        const { subtotal, shipping, deposit, total } = totalsOf(lines, DEFAULT_TERMS);
        expect(shipping).toBe(500);
        expect(subtotal).toBe(lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0));
        expect(total).toBe(subtotal + shipping + deposit);
      }),
    );
  });

  it('do not depend on the order of the lines', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        expect(totalsOf(lines.toReversed(), DEFAULT_TERMS)).toEqual(totalsOf(lines, DEFAULT_TERMS));
      }),
    );
  });

  it('contain the VAT of a single rate exactly', () => {
    // 2 × 4.49 + 5.00 = 13.98; 13.98 × 7 / 107 = 0.9146
    expect(totalsOf([{ price: 449, quantity: 2, deposit: 0, vatRate: 7 }], DEFAULT_TERMS)).toEqual({
      subtotal: 898,
      shipping: 500,
      freeShippingLeft: 0,
      deposit: 0,
      vat: [{ rate: 7, amount: 91 }],
      total: 1398,
    });
  });

  it('contain, per rate, the tax of its goods, deposits and share of shipping to the cent, for any cart', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
        const { subtotal, vat } = totalsOf(lines, DEFAULT_TERMS);
        expect(vat.map(({ rate }) => rate)).toEqual(
          [7, 19].filter((rate) => lines.some(({ vatRate }) => vatRate === rate)),
        );
        for (const { rate, amount } of vat) {
          const own = lines.filter(({ vatRate }) => vatRate === rate);
          const goods = own.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
          const deposits = own.reduce((sum, { deposit, quantity }) => sum + deposit * quantity, 0);
          const exact = ((goods + deposits + (500 * goods) / subtotal) * rate) / (100 + rate);
          // Half a cent by rounding, and the tax in the cent of shipping that went to the other rate.
          expect(Math.abs(amount - exact)).toBeLessThanOrEqual(0.5 + rate / (100 + rate));
          expect(Number.isInteger(amount)).toBe(true);
        }
      }),
    );
  });

  it('split shipping over the rates by the goods, and tax a deposit at its product’s rate', () => {
    // 7 %: 10.00 goods + 2.50 shipping = 12.50; 19 %: 10.00 goods + 2.50 deposit + 2.50 shipping = 15.00
    const lines = [
      { price: 1000, quantity: 1, deposit: 0, vatRate: 7 },
      { price: 100, quantity: 10, deposit: 25, vatRate: 19 },
    ];
    const { vat, deposit, total } = totalsOf(lines, DEFAULT_TERMS);
    expect(deposit).toBe(250);
    expect(total).toBe(2750);
    expect(vat).toEqual([
      { rate: 7, amount: 82 },
      { rate: 19, amount: 239 },
    ]);
  });

  it('are zero for an empty cart, including shipping', () => {
    expect(totalsOf([], DEFAULT_TERMS)).toEqual({
      subtotal: 0,
      shipping: 0,
      freeShippingLeft: 0,
      deposit: 0,
      vat: [],
      total: 0,
    });
  });

  it.each([
    [3760, 490, 1240],
    [4999, 490, 1],
    [5000, 0, 0],
    [5001, 0, 0],
  ])(
    'with goods of %i cents and free shipping from 50,00 €: shipping %i, %i left; a deposit does not count',
    (price, shipping, freeShippingLeft) => {
      const totals = totalsOf([{ price, quantity: 1, deposit: 25, vatRate: 7 }], {
        ...DEFAULT_TERMS,
        shipping: 490,
        freeFrom: 5000,
      });
      const total = price + shipping + 25;
      expect(totals).toEqual({
        subtotal: price,
        shipping,
        freeShippingLeft,
        deposit: 25,
        vat: [{ rate: 7, amount: Math.round((total * 7) / 107) }],
        total,
      });
    },
  );
});

describe('splitting by largest remainder', () => {
  it('distributes every cent, never more than one away from the exact share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.dictionary(fc.integer({ min: 1, max: 30 }).map(String), fc.integer({ min: 1, max: 100_000 }), {
          minKeys: 1,
        }),
        (amount, weights) => {
          const entries = new Map(Object.entries(weights).map(([key, weight]) => [Number(key), weight]));
          const shares = splitByLargestRemainder(amount, entries);
          const whole = [...entries.values()].reduce((a, b) => a + b, 0);
          expect([...shares.values()].reduce((a, b) => a + b, 0)).toBe(amount);
          for (const [key, share] of shares)
            expect(Math.abs(share - (amount * entries.get(key)!) / whole)).toBeLessThan(1);
        },
      ),
    );
  });

  it('gives the odd cent to the larger remainder, and to the lower key on a tie', () => {
    expect(
      splitByLargestRemainder(
        5,
        new Map([
          [19, 1],
          [7, 1],
        ]),
      ),
    ).toEqual(
      new Map([
        [7, 3],
        [19, 2],
      ]),
    );
    expect(
      splitByLargestRemainder(
        100,
        new Map([
          [7, 1],
          [19, 2],
        ]),
      ),
    ).toEqual(
      new Map([
        [7, 33],
        [19, 67],
      ]),
    );
  });
});
