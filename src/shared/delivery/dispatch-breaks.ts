/** Times in which the shop sends no parcels. */
import { DAY_MS, addDays } from '../german-day.ts';
import { isHoliday } from './german-holidays.ts';

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

/** The last of so many business days after a day: Monday to Saturday without public holidays. */
function businessDaysAfter(day: string, count: number): string {
  let [last, left] = [Date.parse(day), count];
  while (left > 0) {
    last += DAY_MS;
    if (new Date(last).getUTCDay() !== 0 && !isHoliday(last)) left--;
  }
  return new Date(last).toISOString().slice(0, 10);
}

/**
 * The break that buyers should know of on a day such as "2026-12-17". `longest`: the business days that a delivery
 * takes at most.
 */
export function announcedBreak(breaks: Breaks, today: string, longest: number): Break | undefined {
  const reached = businessDaysAfter(today, longest);
  return breaksFrom(breaks, today).find(
    (found) => found.first <= reached || addDays(found.first, -Math.min(ANNOUNCED_DAYS, lengthOf(found))) <= today,
  );
}

/** The midnight in UTC of each day of the breaks that are not over, in milliseconds, separated by spaces. */
export const restDays = (breaks: Breaks, today: string): string =>
  breaksFrom(breaks, today)
    .flatMap((found) => Array.from({ length: lengthOf(found) }, (_, at) => Date.parse(found.first) + at * DAY_MS))
    .join(' ');
