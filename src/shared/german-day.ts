export const DAY_MS = 24 * 3600_000;

const berlinDayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' });

/** The day in Germany at a moment (ISO-8601): "2026-11-25". */
export const germanDay = (iso: string): string => berlinDayFormat.format(new Date(iso));

/** The calendar day in Germany, as its midnight in UTC, which has no daylight saving time. */
export const berlinDay = (iso: string): number => Date.parse(germanDay(iso));

/** The day this many days after a day such as "2026-11-21"; before it for a negative number. */
export const addDays = (day: string, days: number): string => isoDay(Date.parse(day) + days * DAY_MS);

/** "2026-11-21" */
export const isoDay = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** Excel counts days from here; the year 1900 had no leap day, but its calendar has one. */
const EXCEL_START = Date.UTC(1899, 11, 30);

/** The day of Excel's number, such as 46000. */
export const excelDay = (serial: number): string => isoDay(EXCEL_START + serial * DAY_MS);

const BERLIN = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Berlin' });

/** "2026-11-25 14:05": the shop's own time, which sorts. */
export const berlinTime = (iso: string): string => BERLIN.format(new Date(iso));

/** The moment of a German clock's "2026-12-01T08:30"; undefined when the clock never shows it. */
export function berlinMoment(written: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(written)) return undefined;
  return ['+02:00', '+01:00']
    .map((offset) => new Date(`${written}:00${offset}`))
    .filter((moment) => !Number.isNaN(moment.getTime()))
    .find((moment) => berlinTime(moment.toISOString()) === written.replace('T', ' '));
}

/** The first moment of a day such as 2026-11-01 in Germany, as ISO-8601; undefined when there is no such day. */
export const berlinMidnight = (day: string): string | undefined => berlinMoment(`${day}T00:00`)?.toISOString();
