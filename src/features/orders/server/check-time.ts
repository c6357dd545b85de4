import { isDue, isBeforeDeadline } from '#src/server/db/waiting.ts';

/** Longest time between two checks of a row by the reconcile job. */
const LONGEST_MS = 60 * 60_000;

/** Query condition: the row's check is due. */
export const isCheckDue = (now: string) => isDue('check_at', now, LONGEST_MS);

/** Whether a row's check is not due yet. */
export const isCheckLater = (checkAt: string, now: string): boolean => isBeforeDeadline(checkAt, now, LONGEST_MS);
