import { setImmediate as nextRound } from 'node:timers/promises';
import pLimit from 'p-limit';

interface TurnLimits {
  atOnce: number;
  /** Running and waiting acts of one caller. */
  perAsker: number;
  /** Running and waiting acts of all callers. */
  inAll: number;
}

/** Runs an act when its position in the queue is reached; returns false without running it when the queue is full. */
export type TakeTurn = (asker: string, act: () => Promise<void>) => Promise<boolean>;

/**
 * Runs some acts at the same time, first come, first served, and starts at most one per round of the event loop. A round
 * accepts only one new connection, so rounds must be short while many shoppers arrive.
 */
export function createTurns({ atOnce, perAsker, inAll }: TurnLimits): TakeTurn {
  const limit = pLimit(atOnce);
  const counts = new Map<string, number>();
  let begun: Promise<unknown> = Promise.resolve();
  return async (asker, act) => {
    const count = counts.get(asker) ?? 0;
    if (count >= perAsker || limit.activeCount + limit.pendingCount >= inAll) return false;
    counts.set(asker, count + 1);
    try {
      await limit(async () => {
        await (begun = begun.then(() => nextRound()));
        await act();
      });
      return true;
    } finally {
      const left = counts.get(asker)! - 1;
      if (left === 0) counts.delete(asker);
      else counts.set(asker, left);
    }
  };
}
