import { setImmediate as nextRound } from 'node:timers/promises';
import pLimit from 'p-limit';

interface QueueLimits {
  atOnce: number;
  /** Running and waiting acts of one caller. */
  perCaller: number;
  /** Running and waiting acts of all callers. */
  inAll: number;
}

/** Runs an act when its position in the queue is reached; returns false without running it when the queue is full. */
export type RunQueued = (caller: string, act: () => Promise<void>) => Promise<boolean>;

/**
 * Runs some acts at the same time, first come, first served, and starts at most one per round of the event loop. A round
 * accepts only one new connection, so rounds must be short while many shoppers arrive.
 */
export function createRequestQueue({ atOnce, perCaller, inAll }: QueueLimits): RunQueued {
  const limit = pLimit(atOnce);
  const counts = new Map<string, number>();
  let begun: Promise<unknown> = Promise.resolve();
  return async (caller, act) => {
    const count = counts.get(caller) ?? 0;
    if (count >= perCaller || limit.activeCount + limit.pendingCount >= inAll) return false;
    counts.set(caller, count + 1);
    try {
      await limit(async () => {
        await (begun = begun.then(() => nextRound()));
        await act();
      });
      return true;
    } finally {
      const left = counts.get(caller)! - 1;
      if (left === 0) counts.delete(caller);
      else counts.set(caller, left);
    }
  };
}
