/** Delivery dates in business days of Germany, including Saturdays. */
import { isHoliday } from '#src/shared/delivery/german-holidays.ts';
import type { Days } from '#src/shared/shop-terms.ts';

const DAY_MS = 86_400_000;

/** `day` and each of `rest` are midnights in UTC, as 13 digits. */
const isBusinessDay = (day: number, rest: string): boolean =>
  new Date(day).getUTCDay() > 0 && !isHoliday(day) && !rest.includes(String(day));

function businessDaysAfter(day: number, count: number, rest: string): number {
  for (let left = count; left > 0;) if (isBusinessDay((day += DAY_MS), rest)) left--;
  return day;
}

/**
 * "Mi., 25. – Fr., 27. Nov.": from the least to the most business days after a moment, by the calendar in Berlin.
 * `rest`: days without dispatch (restDays). A line may break beside the dash, but not within a date.
 */
export function deliverySpan(now: Date, { least, most }: Days, locale: string, rest: string): string {
  const today = Date.parse(now.toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' }));
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  const [first, last] = [businessDaysAfter(today, least, rest), businessDaysAfter(today, most, rest)];
  // The spaces beside the dash are thin ones.
  return format.formatRange(first, last).replaceAll(' ', '\u00a0');
}
