export const DAY_MS = 24 * 3600_000;

const berlinDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' });

/** The day in Germany at a moment (ISO-8601): "2026-11-25". */
export const germanDay = (iso: string): string => berlinDay.format(new Date(iso));

/** The calendar day in Germany, as its midnight in UTC, which knows no change of the clock. */
export const dayOf = (iso: string): number => Date.parse(germanDay(iso));

/** "2026-11-21" */
export const textOf = (day: number): string => new Date(day).toISOString().slice(0, 10);
