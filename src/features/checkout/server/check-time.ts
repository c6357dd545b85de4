import { isDue, isStillWaiting } from '#src/server/db/waiting.ts';

/** Nothing that the reconcile job looks after is put off for longer. */
const LONGEST_MS = 60 * 60_000;

/** A condition on rows: the reconcile job looks at them now. */
export const isToCheck = (now: string) => isDue('check_at', now, LONGEST_MS);

/** Whether the reconcile job looks at something later only. */
export const isPutOff = (checkAt: string, now: string): boolean => isStillWaiting(checkAt, now, LONGEST_MS);
