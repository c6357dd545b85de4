import { expect, it } from 'vitest';
import { catalogueCodes } from '#src/features/editing/server/cells.ts';
import { checkGoesWith } from '#src/features/editing/server/checks/check-goes-with.ts';
import type { ProductRow } from '#src/features/editing/server/product-row.ts';

const written = (cell: string) => catalogueCodes(4).safeParse(cell);

it('codes of products may stand apart by spaces, commas or semicolons, each once', () => {
  expect(written(' BEB-001,DOC-003;BEB-001  GIF-001 ').data).toBe('BEB-001 DOC-003 GIF-001');
  expect(written('').data).toBe('');
});

it.each([
  ['beb-001 DOC-003', '"beb-001" is not a catalogue code. Write at most 4, such as BEB-001 BEB-002.'],
  ['A1 A2 A3 A4 A5', 'has 5 codes. Write at most 4, such as BEB-001 BEB-002.'],
  ['A'.repeat(201), 'is longer than 200 characters. Shorten it.'],
])('the cell %s with codes is refused', (cell, message) => {
  expect(written(cell).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it('a hint names products that the catalogue lacks', () => {
  const row = (code: string, goesWith?: string) => ({
    file: 'a/products.csv',
    line: 2,
    row: { cod_catalog: code, goes_with: goesWith } as ProductRow,
  });
  expect(checkGoesWith([row('A1', 'B1 C1'), row('B1')])).toEqual([
    { file: 'a/products.csv', line: 2, field: 'goes_with', message: 'C1 is not in the catalogue, so it is left out' },
  ]);
});
