export const DAY_MS = 24 * 3600_000;

const berlinDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' });

/** The calendar day in Germany, as its midnight in UTC, which knows no change of the clock. */
export const dayOf = (iso: string): number => Date.parse(berlinDay.format(new Date(iso)));

/** "2026-11-21" */
export const textOf = (day: number): string => new Date(day).toISOString().slice(0, 10);
