import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { soldLines } from '#src/features/cart/server/sold-lines.ts';
import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { DEFAULT_TERMS } from '#src/shared/shop-terms.ts';
import { totalsOf } from '#src/features/cart/totals.ts';

const product = (fields: Partial<ProductSummary>) => ({ deposit: 0, vatRate: 7, ...fields }) as ProductSummary;

const anySet = fc
  .record({
    parts: fc.array(
      fc.record({
        price: fc.integer({ min: 1, max: 100_000 }),
        units: fc.integer({ min: 1, max: 24 }),
        deposit: fc.constantFrom(0, 25),
        vatRate: fc.constantFrom(7, 19),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    quantity: fc.integer({ min: 1, max: 10 }),
    above: fc.integer({ min: 0, max: 100_000 }),
  })
  .map(({ parts, quantity, above }) => {
    const units = parts.reduce((sum, part) => sum + part.units, 0);
    return { parts, quantity, price: units + above };
  });

interface SetCase {
  parts: { price: number; units: number; deposit: number; vatRate: number }[];
  quantity: number;
  price: number;
}

const sell = ({ parts, quantity, price }: SetCase) =>
  soldLines(
    [{ product: product({ id: 9, code: 'SET', price }), quantity }],
    new Map([
      [
        9,
        parts.map(({ units, ...fields }, index) => ({
          product: product({ ...fields, id: index, code: `P-${index}` }),
          units,
        })),
      ],
    ]),
  );

describe('the lines of a set', () => {
  it('cost together what the set costs, to the cent, and contain all units of its parts', () => {
    fc.assert(
      fc.property(anySet, (set) => {
        const lines = sell(set);
        const sum = lines.reduce((total, line) => total + line.product.price * line.quantity, 0);
        expect(sum).toBe(set.price * set.quantity);
        for (const [index, { units }] of set.parts.entries()) {
          const own = lines.filter((line) => line.product.id === index);
          expect(own.reduce((total, line) => total + line.quantity, 0)).toBe(units * set.quantity);
        }
        expect(new Set(lines.map((line) => line.product.code)).size).toBe(lines.length);
        expect(lines.every((line) => line.product.price > 0 && line.quantity >= 1 && line.quantity <= 10)).toBe(true);
      }),
    );
  });

  it('have the deposits of the parts, and one tax for each rate', () => {
    fc.assert(
      fc.property(anySet, (set) => {
        const { deposit, vat, subtotal } = totalsOf(
          sell(set).map((line) => ({ ...line.product, quantity: line.quantity })),
          DEFAULT_TERMS,
        );
        const deposits = set.parts.map((part) => part.deposit * part.units).reduce((a, b) => a + b, 0);
        expect(deposit).toBe(deposits * set.quantity);
        expect(subtotal).toBe(set.price * set.quantity);
        expect(vat.map(({ rate }) => rate)).toEqual(
          [...new Set(set.parts.map(({ vatRate }) => vatRate))].toSorted((a, b) => a - b),
        );
      }),
    );
  });
});
