import { expect, it } from 'vitest';
import { worsened } from '../../bench/compare-figures.ts';

const MACHINE = '2 cores, load 1.0';
const TABLE = '| list | buyers | p50 ms | orders/s | goal ms |\n|---|--:|--:|--:|--:|';
const part = (...rows: string[]) => `${MACHINE}\n\n${TABLE}\n${rows.join('\n')}\n`;

it('a benchmark names each figure that became worse by more than half', () => {
  const before = part('| SQLite | 1 | 10 | 1,200 | 100 |', '| SQLite | 32 | 40 | 300 | 100 |');
  const after = part('| SQLite | 1 | 16 | 790 | 200 |', '| SQLite | 32 | 60 | 200 | 100 |');
  expect(worsened(before, after)).toEqual([
    'list | SQLite, 1 | p50 ms: 10 → 16',
    'list | SQLite, 1 | orders/s: 1200 → 790',
  ]);
});

it('a benchmark compares medians, every figure of a cell, and sentences', () => {
  const text = (median: string, cell: string, answer: number) =>
    `${MACHINE}\n\n| page | LCP s | AVIF |\n|---|--:|--:|\n| home | ${median} | ${cell} |\n\n` +
    `First answer ${answer} ms after the start.\n`;
  expect(worsened(text('1.4 (1.3–1.5)', '9 ms, 3.8 KiB', 184), text('1.5 (1.3–9.9)', '9 ms, 6.8 KiB', 400))).toEqual([
    'page | home | AVIF: 3.8 → 6.8',
    'First answer … ms after the start.: 184 → 400',
  ]);
});

it('a benchmark without an earlier record, or with a new row, names nothing', () => {
  const after = part('| SQLite | 1 | 16 | 790 | 200 |');
  expect(worsened('', after)).toEqual([]);
  expect(worsened(part('| PostgreSQL | 1 | 1 | 9,000 | 200 |'), after)).toEqual([]);
});
