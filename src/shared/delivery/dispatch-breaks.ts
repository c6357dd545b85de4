/** Times in which the shop sends no parcels. */
import { DAY_MS, addDays } from '../german-day.ts';
import { businessDaysAfter } from './business-days.ts';

/** First day to last day, such as `{ '2026-12-21': '2027-01-04' }`. */
export type Breaks = Readonly<Record<string, string>>;

export interface Break {
  first: string;
  last: string;
}

/**
 * A longer break is announced at least this many days before it begins, a shorter one as many days as it lasts; both
 * earlier where an order of that day could still be on its way.
 */
const ANNOUNCED_DAYS = 7;

const breaksFrom = (breaks: Breaks, today: string): Break[] =>
  Object.entries(breaks)
    .map(([first, last]) => ({ first, last }))
    .filter(({ last }) => today <= last)
    .sort((a, b) => (a.first < b.first ? -1 : 1));

const lengthOf = ({ first, last }: Break): number => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;

/**
 * The breaks that buyers should know of on a day such as "2026-12-17". `longest`: the business days that a delivery
 * takes at most.
 */
export function announcedBreaks(all: Breaks, today: string, longest: number): Break[] {
  const breaks = breaksFrom(all, today);
  const end = businessDaysAfter(Date.parse(today), longest, restDays(all, today));
  const reached = new Date(end).toISOString().slice(0, 10);
  return breaks.filter(
    (found) => found.first <= reached || addDays(found.first, -Math.min(ANNOUNCED_DAYS, lengthOf(found))) <= today,
  );
}

/** The midnight in UTC of each day of the breaks that are not over, in milliseconds, separated by spaces. */
export const restDays = (breaks: Breaks, today: string): string =>
  breaksFrom(breaks, today)
    .flatMap((found) => Array.from({ length: lengthOf(found) }, (_, at) => Date.parse(found.first) + at * DAY_MS))
    .join(' ');
