import { setImmediate as nextRound } from 'node:timers/promises';
import pLimit from 'p-limit';

interface TurnLimits {
  atOnce: number;
  /** Acts of one asker that run or wait. */
  perAsker: number;
  /** Acts of all askers that run or wait. */
  inAll: number;
}

/** Runs an act when its turn comes; answers false, and does not run it, when too many wait already. */
export type TakeTurn = (asker: string, act: () => Promise<void>) => Promise<boolean>;

/**
 * Lets some acts go on at the same time, first come, first served, and begins at most one per round of the event loop: a round takes
 * up one new connection only, so rounds must be short while many shoppers arrive.
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
