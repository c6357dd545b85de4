import { sql } from 'kysely';

/** How far a clock may jump before a time written earlier counts as wrong. */
export const SKEW_MS = 5 * 60_000;

/**
 * The latest plausible time to wait for. A later time was written while the clock was ahead, so it counts as due;
 * otherwise it would wait for days.
 */
const latestTime = (now: string, longestMs: number): string =>
  new Date(Date.parse(now) + longestMs + SKEW_MS).toISOString();

/** Whether the time has not come yet; `longestMs` is the longest possible wait, and times are ISO texts. */
export const isBeforeDeadline = (until: string, now: string, longestMs: number): boolean =>
  until > now && until <= latestTime(now, longestMs);

/** The opposite of `isBeforeDeadline` as an SQL condition on a column; never true for null. */
export const isDue = (column: string, now: string, longestMs: number) =>
  sql<boolean>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${latestTime(now, longestMs)})`;

/** What a row without an answer stores: each wait is twice as long as the last one, from a minute to `longestMs`. */
export const nextTry = (now: Date, { tries }: { tries: number }, longestMs: number) => ({
  tries: tries + 1,
  check_at: new Date(now.getTime() + Math.min(2 ** tries * 60_000, longestMs)).toISOString(),
});
