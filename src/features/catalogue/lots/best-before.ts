/** Best-before dates as people, spreadsheets and bar codes write them. Pure rules. */
import { excelDay, isoDay } from '#src/shared/german-day.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';

/** `impossible`: it is written like a date, but the calendar has no such day. */
export type DateMistake = 'no_date' | 'impossible';

const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;

/**
 * A day such as 2027-01-31, from "31.01.2027", "31/1/27", "2027-01-31", "20270131", Excel's number of a day, or a month
 * ("01.2027", "1/27", "2027-01"), which means its last day. The day comes before the month.
 */
export function readBestBefore(text: string): Result<string, DateMistake> {
  const typed = text.trim();
  const serial = /^\d{5}(?:\.0+)?$/.test(typed) ? excelDay(Number(typed)) : undefined;
  // A workbook may have a time beside the day.
  const [, ownYear, ownMonth, ownDay] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ]00:00(?::00)?(?:\.0+)?Z?)?$/.exec(serial ?? typed) ??
    /^(\d{4})[-./](\d{1,2})(?:[-./](\d{1,2}))?$/.exec(typed) ??
    [];
  if (ownYear !== undefined) return dayOf(ownYear, ownMonth!, ownDay);
  const [, day, month, year] = /^(?:(\d{1,2})\s?[-./]\s?)?(\d{1,2})\s?[-./]\s?(\d{4}|\d\d)$/.exec(typed) ?? [];
  return year === undefined ? fail('no_date') : dayOf(year.length === 2 ? `20${year}` : year, month!, day);
}

/** GS1's YYMMDD; day 00 is the last one of the month, and `today` decides the century. */
export function readGs1Date(digits: string, today: string): Result<string, DateMistake> {
  const [, short, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? [];
  if (short === undefined) return fail('no_date');
  const year = Number(today.slice(0, 4));
  // GS1 General Specifications, section 7.12: a year that is 51 to 99 years ahead belongs to the century before.
  const ahead = Number(short) - (year % 100);
  const century = Math.floor(year / 100) + (ahead >= 51 ? -1 : ahead <= -50 ? 1 : 0);
  return dayOf(`${century}${short}`, month!, day === '00' ? undefined : day);
}

/** Without a day, the last one of the month. */
function dayOf(year: string, month: string, day: string | undefined): Result<string, DateMistake> {
  const [y, m] = [Number(year), Number(month)];
  if (y < FIRST_YEAR || y > LAST_YEAR || m < 1 || m > 12) return fail('impossible');
  const last = new Date(Date.UTC(y, m, 0)).getUTCDate();
  const d = day === undefined ? last : Number(day);
  return d < 1 || d > last ? fail('impossible') : ok(isoDay(Date.UTC(y, m - 1, d)));
}
