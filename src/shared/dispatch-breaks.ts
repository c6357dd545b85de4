/** Times in which the shop sends no parcels, and the business days around them. */
import { DAY_MS, addDays, isoDay } from './german-day.ts';
import { isHoliday } from './german-holidays.ts';

/** First day to last day, such as `{ '2026-12-21': '2027-01-04' }`. */
export type Breaks = Readonly<Record<string, string>>;

export interface Break {
  first: string;
  last: string;
}

/** A longer break is announced this many days before it begins, a shorter one as many days as it lasts. */
const ANNOUNCED_DAYS = 7;

/** The breaks that are not over on a day such as "2026-12-17"; undefined when there are none. */
export function breaksFrom(breaks: Breaks, today: string): Breaks | undefined {
  const left = Object.entries(breaks).filter(([, last]) => today <= last);
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

/** Monday to Saturday without holidays and breaks. `day` is midnight in UTC. */
function isBusinessDay(day: number, breaks: Breaks): boolean {
  if (new Date(day).getUTCDay() === 0 || isHoliday(day)) return false;
  const written = isoDay(day);
  return !Object.entries(breaks).some(([first, last]) => first <= written && written <= last);
}

export function businessDaysAfter(day: number, count: number, breaks: Breaks): number {
  for (let left = count; left > 0;) if (isBusinessDay((day += DAY_MS), breaks)) left--;
  return day;
}

/** The break that buyers should know of on a day. */
export function announcedBreak(breaks: Breaks, today: string): Break | undefined {
  return Object.entries(breaksFrom(breaks, today) ?? {})
    .map(([first, last]) => ({ first, last }))
    .sort((a, b) => (a.first < b.first ? -1 : 1))
    .find(({ first, last }) => addDays(first, -daysBefore(first, last)) <= today);
}

const daysBefore = (first: string, last: string): number =>
  Math.min(ANNOUNCED_DAYS, (Date.parse(last) - Date.parse(first)) / DAY_MS + 1);
