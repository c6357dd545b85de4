import { expect, it } from 'vitest';
import { placeProduct } from '#src/features/editing/server/compile-product.ts';
import { checkTexts } from '#src/features/editing/server/checks/check-catalogue.ts';
import type { Mistake } from '#src/server/content/mistake.ts';

it.each([
  ['is longer than 30,000 characters', 'a'.repeat(30_001), 'textTooLong'],
  ['overflows the stack of marked', '>'.repeat(5000), 'textTooComplex'],
  ['takes marked seconds', '**a_ <'.repeat(2000), 'textTooComplex'],
])('the compiler refuses a product whose text %s, as a mistake of this text', (_what, text, key) => {
  const mistakes: Mistake[] = [];
  expect(placeProduct('BEB-001', { 'text:de-DE': text }, mistakes)).toBeUndefined();
  expect(mistakes).toContainEqual(expect.objectContaining({ field: 'text:de-DE', reason: { key } }));
  expect(checkTexts({ 'de-DE': text }, () => 'BEB-001.de-DE.md')).toEqual([]);
});
