import { expect, it } from 'vitest';
import { lineOf, writeLots } from '#src/features/orders/desk/scanned-line.ts';

const EAN = '4006381333931';
const lots = (...names: [string, string][]) => writeLots(names.map(([lot, bestBefore]) => ({ lot, bestBefore })));
const line = (name: string, own = '', isTicked = false) => ({ name, ean: EAN, lots: own, isTicked });
const scan = (lot = '', bestBefore = '', ean = EAN) => ({ ean, lot, bestBefore });

const SOON = lots(['L 1', '2026-12-12']);
const BOTH = lots(['L 1', '2026-12-12'], ['L 2', '2027-06-30']);

it('a scanned lot or date ticks the line that can be packed from it, whichever comes first', () => {
  const lines = [line('usual', lots(['L 2', '2027-06-30'])), line('soon', SOON)];
  expect(lineOf(lines, scan('l1'))).toBe(lines[1]);
  expect(lineOf(lines, scan('', '2026-12-12'))).toBe(lines[1]);
  expect(lineOf(lines, scan('L-2', '2027-06-30'))).toBe(lines[0]);
  // A lot without a number is known by its date only.
  expect(lineOf([line('usual', BOTH), line('soon', lots(['', '2026-12-12']))], scan('L 2'))).toMatchObject({
    name: 'usual',
  });
});

it('a lot that fits two lines ticks the one that has no other, and then the other one', () => {
  const lines = [line('usual', BOTH), line('soon', SOON)];
  expect(lineOf(lines, scan('L1'))).toBe(lines[1]);
  lines[1]!.isTicked = true;
  expect(lineOf(lines, scan('L1'))).toBe(lines[0]);
});

it('a code without a lot ticks no line while lines of other goods have it, and the last one that is left', () => {
  const lines = [line('usual', BOTH), line('soon', SOON)];
  expect(lineOf(lines, scan())).toBe('several');
  expect(lineOf(lines, scan('L9'))).toBe('several');
  lines[0]!.isTicked = true;
  expect(lineOf(lines, scan())).toBe(lines[1]);
  const parts = [line('by itself', BOTH), line('part of a set', BOTH)];
  expect(lineOf(parts, scan())).toBe(parts[0]);
  expect(lineOf([line('one', '', true)], scan())).toMatchObject({ name: 'one' });
  expect(lineOf(lines, scan('', '', '7891991000826'))).toBeUndefined();
  expect(lineOf([{ ...line('without a code'), ean: '' }], scan('', '', ''))).toBeUndefined();
});
