import fc from 'fast-check';
import { expect, it } from 'vitest';
import { setsLeft, unitsOfSets } from '#src/features/refunds/set-units.ts';
import { soldLines } from '#src/features/cart/server/sold-lines.ts';
import type { ProductSummary } from '#src/features/catalogue/product.ts';

interface Sold {
  parts: { price: number; units: number }[];
  quantity: number;
  above: number;
  /** What is given back, one after the other: whole sets, or units of one part. */
  acts: { sets: number; part: number; units: number }[];
}

const anySale: fc.Arbitrary<Sold> = fc.record({
  parts: fc.array(fc.record({ price: fc.integer({ min: 1, max: 9999 }), units: fc.integer({ min: 1, max: 24 }) }), {
    minLength: 1,
    maxLength: 6,
  }),
  quantity: fc.integer({ min: 1, max: 10 }),
  above: fc.integer({ min: 0, max: 9999 }),
  acts: fc.array(fc.record({ sets: fc.nat({ max: 4 }), part: fc.nat({ max: 5 }), units: fc.nat({ max: 3 }) }), {
    maxLength: 8,
  }),
});

const product = (fields: Partial<ProductSummary>) => ({ deposit: 0, vatRate: 7, ...fields }) as ProductSummary;

/** The order's lines of a set, as the shop stores them. */
function linesOf({ parts, quantity, above }: Sold) {
  const price = parts.reduce((sum, part) => sum + part.units, 0) + above;
  const sold = soldLines(
    [{ product: product({ id: 9, code: 'SET', price }), quantity }],
    new Map([
      [9, parts.map(({ units, price: own }, id) => ({ product: product({ id, code: `P-${id}`, price: own }), units }))],
    ]),
  );
  const lines = sold.map(({ product: { id, code, price: each }, quantity: units }) => ({
    ...{ productId: id, code, quantity: units, price: each, set: { id: 9, quantity } },
  }));
  return { lines, price };
}

it('sets that are given back one after the other, and single parts between them, add up to what was sold', () => {
  fc.assert(
    fc.property(anySale, (sale) => {
      const { lines, price } = linesOf(sale);
      const left = new Map(lines.map(({ code, quantity }) => [code, quantity]));
      const priceOf = new Map(lines.map((line) => [line.code, line.price]));
      let paid = 0;
      const give = (code: string, units: number) => {
        expect(units).toBeLessThanOrEqual(left.get(code)!);
        left.set(code, left.get(code)! - units);
        paid += units * priceOf.get(code)!;
      };
      for (const { sets, part, units } of sale.acts) {
        const count = Math.min(sets, setsLeft(lines, 9, left));
        const chosen = unitsOfSets(lines, 9, count, left);
        for (const [index, { units: each }] of sale.parts.entries()) {
          const own = lines.filter(({ productId }) => productId === index);
          expect(own.reduce((sum, { code }) => sum + (chosen.get(code) ?? 0), 0)).toBe(each * count);
        }
        for (const [code, share] of chosen) give(code, share);
        const line = lines[part % lines.length]!;
        give(line.code, Math.min(units, left.get(line.code)!));
      }
      // What is left is given back at last.
      for (const { code } of lines) give(code, left.get(code)!);
      expect(paid).toBe(price * sale.quantity);
    }),
  );
});

it('whole sets cost what a set costs, as long as no single part was given back', () => {
  fc.assert(
    fc.property(anySale, fc.integer({ min: 1, max: 10 }), (sale, wanted) => {
      const { lines, price } = linesOf(sale);
      const left = new Map(lines.map(({ code, quantity }) => [code, quantity]));
      const count = Math.min(wanted, sale.quantity);
      expect(setsLeft(lines, 9, left)).toBe(sale.quantity);
      const chosen = unitsOfSets(lines, 9, count, left);
      const sum = lines.reduce((total, { code, price: each }) => total + each * (chosen.get(code) ?? 0), 0);
      expect(sum).toBe(price * count);
    }),
  );
});
