/** Times in which the shop sends no parcels. */
import { DAY_MS, addDays } from '../german-day.ts';

/** First day to last day, such as `{ '2026-12-21': '2027-01-04' }`. */
export type Breaks = Readonly<Record<string, string>>;

export interface Break {
  first: string;
  last: string;
}

/** A longer break is announced this many days before it begins, a shorter one as many days as it lasts. */
const ANNOUNCED_DAYS = 7;

const breaksFrom = (breaks: Breaks, today: string): Break[] =>
  Object.entries(breaks)
    .map(([first, last]) => ({ first, last }))
    .filter(({ last }) => today <= last)
    .sort((a, b) => (a.first < b.first ? -1 : 1));

const lengthOf = ({ first, last }: Break): number => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;

/** The break that buyers should know of on a day such as "2026-12-17". */
export const announcedBreak = (breaks: Breaks, today: string): Break | undefined =>
  breaksFrom(breaks, today).find((found) => addDays(found.first, -Math.min(ANNOUNCED_DAYS, lengthOf(found))) <= today);

/** The midnight in UTC of each day of the breaks that are not over, in milliseconds, separated by spaces. */
export const restDays = (breaks: Breaks, today: string): string =>
  breaksFrom(breaks, today)
    .flatMap((found) => Array.from({ length: lengthOf(found) }, (_, at) => Date.parse(found.first) + at * DAY_MS))
    .join(' ');
