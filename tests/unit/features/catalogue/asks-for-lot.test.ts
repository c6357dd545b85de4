import { expect, it } from 'vitest';
import { asksForLot } from '#src/features/catalogue/asks-for-lot.ts';
import type { Kind, ProductFacts } from '#src/features/catalogue/facts.ts';

const asks = (kind: Kind, facts: ProductFacts = {}, hasNotedLot = false) => asksForLot({ kind, facts, hasNotedLot });

it('packing asks for the lot of cosmetics and of food of animal origin', () => {
  expect(asks('cosmetic')).toBe(true);
  expect(asks('food', { animalOrigin: 'dairy' })).toBe(true);
  expect(asks('food', { animalOrigin: 'none' })).toBe(false);
  expect(asks('food')).toBe(false);
  expect(asks('goods')).toBe(false);
});

it('packing goes on asking for the lot of a product whose lots were noted before', () => {
  expect(asks('food', {}, true)).toBe(true);
  expect(asks('goods', {}, true)).toBe(true);
});

it('a product’s own fact decides whether packing asks for its lot', () => {
  expect(asks('food', { noteLot: 'yes' })).toBe(true);
  expect(asks('cosmetic', { noteLot: 'no' }, true)).toBe(false);
});
