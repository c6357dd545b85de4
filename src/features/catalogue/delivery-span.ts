/** Delivery dates in business days of Germany, including Saturdays. */
import { isHoliday } from '#src/shared/german-holidays.ts';

const DAY_MS = 86_400_000;

/** `day` is midnight in UTC. */
const isBusinessDay = (day: number): boolean => new Date(day).getUTCDay() > 0 && !isHoliday(day);

function businessDaysAfter(day: number, count: number): number {
  for (let left = count; left > 0;) if (isBusinessDay((day += DAY_MS))) left--;
  return day;
}

/**
 * "Mi., 25. – Fr., 27. Nov.": from the least to the most business days after a moment, by the calendar in Berlin.
 * A line may break beside the dash, but not within a date.
 */
export function deliverySpan(now: Date, { least, most }: { least: number; most: number }, locale: string): string {
  const today = Date.parse(now.toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' }));
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  // The spaces beside the dash are thin ones.
  return format.formatRange(businessDaysAfter(today, least), businessDaysAfter(today, most)).replaceAll(' ', '\u00a0');
}
