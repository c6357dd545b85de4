/** Delivery dates in business days of Germany, including Saturdays. */
import { businessDaysAfter } from '#src/shared/delivery/business-days.ts';
import type { Days } from '#src/shared/shop-terms.ts';

/**
 * "Mi., 25. – Fr., 27. Nov.": from the least to the most business days after a moment, by the calendar in Berlin.
 * `rest`: days without dispatch (restDays). A line may break after the dash, but not within a date.
 */
export function deliverySpan(now: Date, { least, most }: Days, locale: string, rest: string): string {
  const today = Date.parse(now.toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' }));
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  const [first, last] = [businessDaysAfter(today, least, rest), businessDaysAfter(today, most, rest)];
  // After the dash some languages have a thin space, and others would get a fixed one: both indent the next line.
  return format.formatRange(first, last).replaceAll(' ', '\u00a0').replace(/\s–\s/, '\u00a0– ');
}
