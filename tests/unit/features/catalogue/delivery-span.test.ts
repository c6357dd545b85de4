import { describe, expect, it } from 'vitest';
import { deliverySpan } from '#src/features/catalogue/delivery-span.ts';
import { restDays } from '#src/shared/delivery/dispatch-breaks.ts';

const TERM = { least: 2, most: 4 };
/** The days of the span, as "25.11.–27.11." would be read. */
const daysOf = (now: string, rest = '', term = TERM) =>
  deliverySpan(new Date(now), term, 'de-DE', rest)
    .replace(/\s+/g, ' ')
    .match(/\d+\./g)
    ?.map((day) => Number.parseInt(day, 10));

describe('the days on which a parcel arrives', () => {
  it.each([
    ['a Monday', '2026-11-23T12:00:00Z', [25, 27]],
    ['a Friday: Saturday is a business day, Sunday is not', '2026-11-20T12:00:00Z', [23, 25]],
    ['the day before Christmas: both holidays and Sunday are left out', '2026-12-24T12:00:00Z', [29, 31]],
    ['the Thursday before Easter', '2026-04-02T12:00:00Z', [7, 9]],
    ['the day before Ascension', '2026-05-13T12:00:00Z', [16, 19]],
    ['the Friday before Whit Monday', '2026-05-22T12:00:00Z', [26, 28]],
    ['the eve of German Unity', '2026-10-02T12:00:00Z', [6, 8]],
  ])('follow the rule after %s', (_name, now, expected) => {
    expect(daysOf(now)).toEqual(expected);
  });

  it.each([
    ['a day in the break: counted from its last day', '2026-12-22T12:00:00Z', [6, 8]],
    ['the eve of the break: the first day is still counted', '2026-12-17T12:00:00Z', [19, 6]],
    ['the time before the break', '2026-12-10T12:00:00Z', [12, 15]],
  ])('leave out a break of the shop after %s', (_name, now, expected) => {
    expect(daysOf(now, restDays({ '2026-12-21': '2027-01-04' }, '2026-12-01'))).toEqual(expected);
  });

  it('are counted in Berlin time', () => {
    // Monday at 23:30 in UTC is Tuesday in Berlin.
    expect(daysOf('2026-11-23T23:30:00Z')).toEqual([26, 28]);
  });

  it.each([
    ['de-DE', /^Mi\.,\u00a025\.\u00a0– Fr\.,\u00a027\.\u00a0Nov\.$/],
    ['en-US', /^Wed,\u00a0Nov\u00a025\u00a0– Fri,\u00a0Nov\u00a027$/],
    ['pt-BR', /^qua\.,\u00a025\u00a0de\u00a0nov\.\u00a0– sex\.,\u00a027\u00a0de\u00a0nov\.$/],
  ])('are written in the language of the page, and a line breaks within no date (%s)', (locale, expected) => {
    expect(deliverySpan(new Date('2026-11-23T12:00:00Z'), TERM, locale, '')).toMatch(expected);
  });
});
