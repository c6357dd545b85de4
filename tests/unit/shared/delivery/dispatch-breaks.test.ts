import { describe, expect, it } from 'vitest';
import { announcedBreaks } from '#src/shared/delivery/dispatch-breaks.ts';

const BREAKS = { '2026-12-21': '2027-01-04', '2026-10-31': '2026-10-31' };
const DAY = { first: '2026-10-31', last: '2026-10-31' };
const CHRISTMAS = { first: '2026-12-21', last: '2027-01-04' };

describe('a break in the dispatch', () => {
  it.each([
    ['2026-12-13', []],
    ['2026-12-14', [CHRISTMAS]],
    ['2027-01-04', [CHRISTMAS]],
    ['2027-01-05', []],
  ])('is announced from a week before it begins until its last day (%s)', (today, expected) => {
    expect(announcedBreaks(BREAKS, today, 4)).toEqual(expected);
  });

  it.each([
    ['2026-10-25', []],
    // Four business days from the 27th: Wednesday to Saturday.
    ['2026-10-26', []],
    ['2026-10-27', [DAY]],
    ['2026-10-31', [DAY]],
    ['2026-11-01', []],
  ])('is announced as soon as an order of the day may meet it (%s)', (today, expected) => {
    expect(announcedBreaks(BREAKS, today, 4)).toEqual(expected);
  });

  it('is announced with every other that an order may meet, each of which lets deliveries take longer', () => {
    const eve = { first: '2026-12-23', last: '2026-12-23' };
    const year = { first: '2026-12-30', last: '2027-01-02' };
    const breaks = { [eve.first]: eve.last, [year.first]: year.last };
    // Four days of dispatch from the 22nd: 24, 28, 29 and, because of the second break, 4 January.
    expect(announcedBreaks(breaks, '2026-12-22', 4)).toEqual([eve, year]);
    expect(announcedBreaks(breaks, '2026-12-19', 4)).toEqual([eve]);
  });

  it('is announced as far ahead as deliveries take', () => {
    expect(announcedBreaks(BREAKS, '2026-12-07', 12)).toEqual([CHRISTMAS]);
    expect(announcedBreaks(BREAKS, '2026-12-06', 12)).toEqual([]);
  });
});
