import { describe, expect, it } from 'vitest';
import { depositOf, isBasePriceExempt, packMarkOf } from '#src/features/catalogue/derived-duties.ts';
import type { Kind, ProductFacts } from '#src/features/catalogue/facts.ts';

type Drink = [
  packaging: ProductFacts['packaging'],
  kind: ProductFacts['drinkKind'],
  ml: number,
  cents: number | undefined,
];

const deposit = (packaging: ProductFacts['packaging'], drinkKind: ProductFacts['drinkKind'], ml: number) =>
  depositOf({ kind: 'food', facts: { packaging, drinkKind }, netQuantity: { value: ml, unit: 'ml' } });

describe('the deposit (§ 46 VerpackDG)', () => {
  it.each<Drink>([
    ['can', 'other', 350, 25],
    ['pet', 'other', 2000, 25],
    ['glass', 'other', 330, 25],
    ['can', 'other', 99, 0],
    ['can', 'other', 100, 25],
    ['pet', 'other', 3000, 25],
    ['pet', 'other', 3001, 0],
    ['carton', 'other', 1000, 0],
    ['pouch', 'other', 200, 0],
    ['glass', 'wine', 750, 0],
    ['glass', 'spirit', 1000, 0],
    ['glass', 'juice', 500, 0],
    ['can', 'juice', 350, 25],
    ['pet', 'milk', 250, 25],
    ['can', 'milk', 250, 25],
    ['glass', 'milk', 250, 0],
    ['can', 'none', 200, 0],
    [undefined, 'other', 350, undefined],
    ['can', undefined, 350, undefined],
  ])('of a %s with %s, %i ml, is %s cents', (packaging, kind, ml, cents) => {
    expect(deposit(packaging, kind, ml)).toBe(cents);
  });

  it('is required for each pack of a multipack, even when the multipack is large', () => {
    const cans = (packs: number, ml: number) =>
      depositOf({
        kind: 'food',
        facts: { packaging: 'can', drinkKind: 'other', packs },
        netQuantity: { value: ml, unit: 'ml' },
      });
    expect(cans(6, 2100)).toBe(150);
    expect(cans(12, 4200)).toBe(300);
    expect(cans(1, 4200)).toBe(0);
    expect(cans(6, 594)).toBe(0);
  });

  it('is set by the bottler for reusable packs, whose mark is MEHRWEG', () => {
    const facts: ProductFacts = { packaging: 'glass', drinkKind: 'other', reusable: 'yes' };
    expect(depositOf({ kind: 'food', facts, netQuantity: { value: 500, unit: 'ml' } })).toBeUndefined();
    expect([packMarkOf(15, true), packMarkOf(0, true), packMarkOf(25, false), packMarkOf(0, false)]).toEqual([
      'MEHRWEG',
      'MEHRWEG',
      'EINWEG',
      undefined,
    ]);
  });

  it('is derived from litres as well', () => {
    expect(
      depositOf({
        kind: 'food',
        facts: { packaging: 'pet', drinkKind: 'other' },
        netQuantity: { value: 1.5, unit: 'l' },
      }),
    ).toBe(25);
  });
});

describe('the exemption from the base price (§ 4(3) PAngV)', () => {
  it.each<[ProductFacts, boolean | undefined, Kind?]>([
    [{ cosmeticClass: 'decorative' }, true],
    [{ cosmeticClass: 'perfume', oilVol: 3, ethanolVol: 70 }, true],
    [{ cosmeticClass: 'perfume', oilVol: 2.9, ethanolVol: 80 }, false],
    [{ cosmeticClass: 'perfume', oilVol: 5, ethanolVol: 69.9 }, false],
    [{ cosmeticClass: 'perfume' }, false],
    [{}, undefined],
    [{}, undefined, 'food'],
  ])('of %o is %s', (facts, exempt, kind = 'cosmetic') => {
    expect(isBasePriceExempt({ kind, facts, netQuantity: { value: 100, unit: 'ml' } })).toBe(exempt);
  });
});
