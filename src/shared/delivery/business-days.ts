/** The business days of parcels in Germany: Monday to Saturday without public holidays and the shop's breaks. */
import { isHoliday } from './german-holidays.ts';

const DAY_MS = 86_400_000;

/** `day` and each of `rest` are midnights in UTC, as 13 digits. */
const isBusinessDay = (day: number, rest: string): boolean =>
  new Date(day).getUTCDay() > 0 && !isHoliday(day) && !rest.includes(String(day));

/** The last of so many business days after a day. `rest`: days without dispatch (restDays). */
export function businessDaysAfter(day: number, count: number, rest: string): number {
  for (let left = count; left > 0;) if (isBusinessDay((day += DAY_MS), rest)) left--;
  return day;
}
