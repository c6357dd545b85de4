import { describe, expect, it } from 'vitest';
import { announcedBreak } from '#src/shared/delivery/dispatch-breaks.ts';

const BREAKS = { '2026-12-21': '2027-01-04', '2026-10-31': '2026-10-31' };
const DAY = { first: '2026-10-31', last: '2026-10-31' };
const CHRISTMAS = { first: '2026-12-21', last: '2027-01-04' };

describe('a break in the dispatch', () => {
  it.each([
    ['2026-12-13', undefined],
    ['2026-12-14', CHRISTMAS],
    ['2027-01-04', CHRISTMAS],
    ['2027-01-05', undefined],
  ])('is announced from a week before it begins until its last day (%s)', (today, expected) => {
    expect(announcedBreak(BREAKS, today, 4)).toEqual(expected);
  });

  it.each([
    ['2026-10-25', undefined],
    // Four business days from the 27th: Wednesday to Saturday.
    ['2026-10-26', undefined],
    ['2026-10-27', DAY],
    ['2026-10-31', DAY],
    ['2026-11-01', undefined],
  ])('is announced as soon as an order of the day may meet it (%s)', (today, expected) => {
    expect(announcedBreak(BREAKS, today, 4)).toEqual(expected);
  });

  it('is announced as far ahead as deliveries take', () => {
    expect(announcedBreak(BREAKS, '2026-12-07', 12)).toEqual(CHRISTMAS);
    expect(announcedBreak(BREAKS, '2026-12-06', 12)).toBeUndefined();
  });
});
