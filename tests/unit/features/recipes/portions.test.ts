import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packsFor, scaled, unitsFor, unitsToAdd } from '#src/features/recipes/portions.ts';
import { UNITS } from '#src/features/recipes/recipe.ts';

const grams = (value: number) => ({ netQuantity: { value, unit: 'g' as const }, drainedWeight: null });

const amounts = fc.record({ value: fc.integer({ min: 1, max: 5000 }), unit: fc.constantFrom(...UNITS) });
const contents = fc.integer({ min: 1, max: 2000 });
const portions = fc.integer({ min: 1, max: 100 });
const SCALE = { g: 1, kg: 1000, ml: 1, l: 1000, tbsp: 15, tsp: 5 };

describe('the units of a product for an ingredient', () => {
  it('are enough for the chosen portions, and one less would not be', () => {
    fc.assert(
      fc.property(amounts, contents, portions, portions, (amount, net, made, wanted) => {
        const units = unitsFor(packsFor(amount, grams(net)), wanted / made);
        // In whole numbers, so that the comparison itself does not round.
        const needed = amount.value * SCALE[amount.unit] * wanted;
        expect(units * net * made).toBeGreaterThanOrEqual(needed);
        expect(units === 1 || (units - 1) * net * made < needed).toBe(true);
      }),
    );
  });

  it('never become fewer for more portions', () => {
    fc.assert(
      fc.property(amounts, contents, portions, portions, (amount, net, made, wanted) => {
        const packs = packsFor(amount, grams(net));
        expect(unitsFor(packs, (wanted + 1) / made)).toBeGreaterThanOrEqual(unitsFor(packs, wanted / made));
      }),
    );
  });

  it('never exceed what the shop has or ten of one product', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 50 }), (units, available) => {
        const added = unitsToAdd(units, available);
        expect(added).toBe(Math.min(units, available, 10));
      }),
    );
  });

  it.each([
    ['250 g of a pack of 500 g', { value: 250, unit: 'g' }, grams(500), 0.5],
    [
      '2 tablespoons of 900 ml',
      { value: 2, unit: 'tbsp' },
      { netQuantity: { value: 900, unit: 'ml' }, drainedWeight: null },
      30 / 900,
    ],
    [
      '1.5 kg of a pack of 1 kg',
      { value: 1.5, unit: 'kg' },
      { netQuantity: { value: 1, unit: 'kg' }, drainedWeight: null },
      1.5,
    ],
    ['300 g of a tin with 300 g drained', { value: 300, unit: 'g' }, { ...grams(540), drainedWeight: 300 }, 1],
    [
      '3 of a box of 6 pieces',
      { value: 3, unit: undefined },
      { netQuantity: { value: 6, unit: 'piece' }, drainedWeight: null },
      0.5,
    ],
    ['3 pieces of what is sold by weight', { value: 3, unit: undefined }, grams(200), 1],
  ] as const)('count with the share of a pack: %s', (_what, amount, content, packs) => {
    expect(packsFor(amount, content)).toBeCloseTo(packs, 9);
  });

  it('are one for an ingredient to taste, for any number of portions', () => {
    expect(unitsFor(packsFor(undefined, grams(500)), 50)).toBe(1);
  });
});

describe('an amount for other portions', () => {
  it.each([
    [500, 2, 1000],
    [395, 0.5, 200],
    [2, 0.5, 1],
    [1.5, 2, 3],
    [1, 0.1, 0.25],
    [15, 1.5, 23],
  ])('is rounded to what a kitchen can measure: %d × %d = %d', (value, ratio, result) => {
    expect(scaled(value, ratio)).toBe(result);
  });
});
