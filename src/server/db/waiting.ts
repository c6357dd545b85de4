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
