import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than a standby takes to replace a primary that died (docs/scaling.md). */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 250;

/**
 * Waits until the database responds, and returns whether it did. After a wait without a response, callers do not wait
 * again before the database has responded.
 */
export type Patience = () => Promise<boolean>;

/** `ask` rejects while the database is unavailable. Concurrent callers share one wait. */
export function createPatience(ask: () => Promise<unknown>, patienceMs = PATIENCE_MS): Patience {
  let waiting: Promise<boolean> | undefined;
  let wasInVain = false;

  async function wait(): Promise<boolean> {
    const end = performance.now() + (wasInVain ? 0 : patienceMs);
    while (!(await answers())) {
      wasInVain = performance.now() >= end;
      if (wasInVain) return false;
      await sleep(PAUSE_MS);
    }
    wasInVain = false;
    return true;
  }

  const answers = () =>
    ask().then(
      () => true,
      () => false,
    );

  return () => (waiting ??= wait().finally(() => (waiting = undefined)));
}
