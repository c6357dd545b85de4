import { expect, it } from 'vitest';
import { nextCode } from '#src/features/editing/server/next-code.ts';

it.each([
  ['the next number of the usual letters', 'bebidas', ['BEB-001', 'BEB-009', 'AGUA'], ['DOC-100'], 'BEB-010'],
  ['a number that no product of another category has', 'bebidas', ['BEB-001'], ['BEB-002'], 'BEB-003'],
  ['the letters of the category’s address when it has no product', 'oleos-e-azeites', [], ['BEB-001'], 'OLE-001'],
  ['as many digits as the codes have', 'doces', ['D9', 'D10'], [], 'D11'],
])('a new product gets %s', (_, slug, inCategory, others, code) => {
  expect(nextCode(slug, inCategory, [...inCategory, ...others])).toBe(code);
});
