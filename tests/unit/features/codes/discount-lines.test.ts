import fc from 'fast-check';
import { expect, it } from 'vitest';
import { discountLines } from '#src/features/codes/discount-lines.ts';
import { splitByLargestRemainder } from '#src/shared/money.ts';

const line = fc.record({
  price: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 20_000 })),
  quantity: fc.integer({ min: 1, max: 10 }),
  vatRate: fc.constantFrom(7, 19),
});
const cart = fc.tuple(fc.array(line, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 300_000 }));

const offOf = (parts: { quantity: number; discount: number }[]) =>
  parts.reduce((sum, { quantity, discount }) => sum + quantity * discount, 0);

it('the cart takes exactly the amount of a discount off the lines, or all but a cent of each unit', () => {
  fc.assert(
    fc.property(cart, ([lines, amount]) => {
      const most = lines.reduce((sum, { price, quantity }) => sum + (price - 1) * quantity, 0);
      expect(offOf(discountLines(lines, amount).flat())).toBe(Math.min(amount, most));
    }),
  );
});

it('a discount keeps the units of each line and leaves at least a cent of each, in any cart', () => {
  fc.assert(
    fc.property(cart, ([lines, amount]) => {
      const parts = discountLines(lines, amount);
      expect(parts.map((own) => own.reduce((sum, { quantity }) => sum + quantity, 0))).toEqual(
        lines.map(({ quantity }) => quantity),
      );
      for (const [index, own] of parts.entries())
        for (const { quantity, discount } of own) {
          expect(quantity).toBeGreaterThan(0);
          expect(discount).toBeGreaterThanOrEqual(0);
          expect(discount).toBeLessThan(lines[index]!.price);
        }
    }),
  );
});

it('the cart splits a discount over the VAT rates in proportion to their goods, to the cent', () => {
  fc.assert(
    fc.property(cart, ([lines, amount]) => {
      const goods = new Map([7, 19].map((rate) => [rate, 0]));
      for (const { price, quantity, vatRate } of lines) goods.set(vatRate, goods.get(vatRate)! + price * quantity);
      fc.pre(lines.every(({ price }) => price > 100) && amount < [...goods.values()].reduce((a, b) => a + b) / 2);
      const fair = splitByLargestRemainder(amount, goods);
      const parts = discountLines(lines, amount);
      for (const rate of [7, 19])
        expect(offOf(parts.filter((_, index) => lines[index]!.vatRate === rate).flat())).toBe(fair.get(rate));
    }),
  );
});

it('the cart gives all units of a line one discount, but for one line of each VAT rate', () => {
  fc.assert(
    fc.property(cart, ([lines, amount]) => {
      const mixed = discountLines(lines, amount).flatMap((own, index) => (own.length > 1 ? [lines[index]!] : []));
      expect(new Set(mixed.map(({ vatRate }) => vatRate)).size).toBe(mixed.length);
    }),
  );
});

it('the cart splits the units of a line when its discount is not a whole number of cents per unit', () => {
  expect(discountLines([{ price: 1000, quantity: 3, vatRate: 7 }], 500)).toEqual([
    [
      { quantity: 1, discount: 166 },
      { quantity: 2, discount: 167 },
    ],
  ]);
});
