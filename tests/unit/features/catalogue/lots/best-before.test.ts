import { describe, expect, it } from 'vitest';
import { readBestBefore, readGs1Date } from '#src/features/catalogue/lots/best-before.ts';

const read = (text: string) => {
  const date = readBestBefore(text);
  return date.ok ? date.value : date.error;
};

describe('a best-before date', () => {
  it.each([
    ['31.01.2027', '2027-01-31'],
    ['1.2.27', '2027-02-01'],
    ['31/12/2026', '2026-12-31'],
    ['05 - 06 - 2027', '2027-06-05'],
    ['2027-01-31', '2027-01-31'],
    ['20270131', '2027-01-31'],
    ['2027-01-31 00:00:00', '2027-01-31'],
    ['29.02.2028', '2028-02-29'],
    // Excel's number of a day, as a workbook stores it.
    ['46418', '2027-01-31'],
    ['46418.0', '2027-01-31'],
  ])('is read from %s', (text, day) => {
    expect(read(text)).toBe(day);
  });

  it.each([
    ['01.2027', '2027-01-31'],
    ['4/27', '2027-04-30'],
    ['02.2027', '2027-02-28'],
    ['02.2028', '2028-02-29'],
    ['12/2026', '2026-12-31'],
    ['2027-02', '2027-02-28'],
  ])('that is the month %s means its last day', (text, day) => {
    expect(read(text)).toBe(day);
  });

  it.each(['29.02.2027', '31.04.2027', '32.01.2027', '0.1.2027', '13.2027', '31.01.1999', '2027-02-30', '12/31/2026'])(
    'such as %s is refused, because there is no such day',
    (text) => {
      expect(read(text)).toBe('impossible');
    },
  );

  it.each(['soon', 'L2207', '1,20', '24', '31. Januar 2027', '2027'])('is not read from %s', (text) => {
    expect(read(text)).toBe('no_date');
  });

  it.each([
    ['270131', '2026-11-29', '2027-01-31'],
    ['280200', '2026-11-29', '2028-02-29'],
    ['270200', '2026-11-29', '2027-02-28'],
    ['000331', '2099-01-01', 'impossible'],
    ['270230', '2026-11-29', 'impossible'],
    ['990101', '2026-11-29', 'impossible'],
  ])('of a bar code, %s read on %s, is %s', (digits, today, day) => {
    const date = readGs1Date(digits, today);
    expect(date.ok ? date.value : date.error).toBe(day);
  });
});
