import { sql } from 'kysely';

/** How far the clocks of two servers may be apart. */
export const SKEW_MS = 5 * 60_000;

/**
 * The latest time that something can wait for, when nothing of its kind waits longer than `longestMs`. A later time was written
 * while the clock was ahead: whatever waits for it is due now, otherwise it would wait for days or years.
 */
const latestTime = (now: string, longestMs: number): string => new Date(Date.parse(now) + longestMs + SKEW_MS).toISOString();

/** Whether something still waits for a time, which lies `longestMs` ahead at most; times are ISO texts. */
export const stillWaits = (until: string, now: string, longestMs: number): boolean => until > now && until <= latestTime(now, longestMs);

/** The opposite, as a condition on rows with that time in a column. Never true for null. */
export const isDue = (column: string, now: string, longestMs: number) =>
  sql<boolean>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${latestTime(now, longestMs)})`;
