import { describe, expect, it } from 'vitest';
import { announcedBreak } from '#src/shared/delivery/dispatch-breaks.ts';

const BREAKS = { '2026-12-21': '2027-01-04', '2026-10-31': '2026-10-31' };
const CHRISTMAS = { first: '2026-12-21', last: '2027-01-04' };

describe('a break in the dispatch', () => {
  it.each([
    ['2026-12-13', undefined],
    ['2026-12-14', CHRISTMAS],
    ['2027-01-04', CHRISTMAS],
    ['2027-01-05', undefined],
  ])('is announced from a week before it begins until its last day (%s)', (today, expected) => {
    expect(announcedBreak(BREAKS, today)).toEqual(expected);
  });

  it('is announced for as many days as it lasts, if it is shorter than a week', () => {
    const day = { first: '2026-10-31', last: '2026-10-31' };
    expect(['2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01'].map((day) => announcedBreak(BREAKS, day))).toEqual([
      undefined,
      day,
      day,
      undefined,
    ]);
  });
});
