import { setImmediate as nextRound } from 'node:timers/promises';
import pLimit from 'p-limit';

/**
 * Lets some acts go on at the same time, first come, first served, and begins at most one per round of the event loop: a round takes
 * up one new connection only, so rounds must be short while many shoppers arrive.
 */
export function createTurns(atOnce: number): (act: () => Promise<void>) => Promise<void> {
  const limit = pLimit(atOnce);
  let begun: Promise<unknown> = Promise.resolve();
  return (act) =>
    limit(async () => {
      await (begun = begun.then(() => nextRound()));
      await act();
    });
}
