import { expect, it } from 'vitest';
import { divideLines } from '#src/features/refunds/divided-lines.ts';

const order = { lines: ['AGUA', 'AGUA/AGUA/2', 'SET/AGUA', 'SET/AGUA/2', 'MATE'].map((code) => ({ code })) };
const left = new Map([
  ['AGUA', 2],
  ['AGUA/AGUA/2', 1],
  ['SET/AGUA', 1],
  ['SET/AGUA/2', 3],
  ['MATE', 1],
]);

it('the code of a line means all lines whose units differ from it by a cent, and no part of a set', () => {
  const divide = (code: string, units?: number) => divideLines(order, [{ code, units }], left);
  expect(divide('agua', 3)).toEqual([
    { code: 'AGUA', units: 2 },
    { code: 'AGUA/AGUA/2', units: 1 },
  ]);
  expect(divide('AGUA', 1)).toEqual([{ code: 'AGUA', units: 1 }]);
  expect(divide('AGUA')).toEqual(divide('AGUA', 3));
  expect(divide('SET/AGUA')).toEqual([
    { code: 'SET/AGUA', units: 1 },
    { code: 'SET/AGUA/2', units: 3 },
  ]);
  expect(divide('AGUA/AGUA/2')).toEqual([{ code: 'AGUA/AGUA/2', units: undefined }]);
  expect(divide('MATE')).toEqual([{ code: 'MATE', units: undefined }]);
});

it('more units than are left stay one request, so that its refusal names what was typed', () => {
  expect(divideLines(order, [{ code: 'AGUA', units: 4 }], left)).toEqual([{ code: 'AGUA', units: 4 }]);
  const twice = divideLines(
    order,
    [
      { code: 'AGUA', units: 2 },
      { code: 'AGUA', units: 1 },
    ],
    left,
  );
  expect(twice).toEqual([
    { code: 'AGUA', units: 2 },
    { code: 'AGUA/AGUA/2', units: 1 },
  ]);
});
