import { setImmediate as nextRound } from 'node:timers/promises';
import { widened } from './network.ts';
import { Tally } from './tally.ts';

/** The maximum number of event loop rounds that an act waits while connections arrive. */
const MOST_ROUNDS = 50;

let connections = 0;

/** Called for each connection that the server accepts. */
export const countConnection = (): void => void connections++;

/**
 * Waits for a round of the event loop that accepts no connection. A round accepts only one, so otherwise a caller with
 * many new connections would start an act for each before a later caller is seen.
 */
async function quietRound(): Promise<void> {
  await nextRound(); // the end of this round, which accepts no more connections
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
    const before = connections;
    await nextRound();
    if (connections === before) return;
  }
}

export interface QueueLimits {
  atOnce: number;
  /** Running acts of one caller. Less than `atOnce`, so that slow acts of one caller leave room for others. */
  atOncePerCaller: number;
  /** Running and waiting acts of one caller. */
  perCaller: number;
  /** Running and waiting acts of all callers. */
  inAll: number;
}

/**
 * Runs an act when it is its caller's turn; returns false without running it when the queue is full. A caller is a
 * network address or any other name.
 */
export type RunQueued = (caller: string, act: () => Promise<void>) => Promise<boolean>;

/**
 * Runs some acts at the same time. Callers take turns, so a caller with many acts delays the others by one act each.
 * All networks of one /48 share a turn.
 *
 * Starts at most one act per round of the event loop, after the connections that arrived before it are accepted.
 */
export function createRequestQueue({ atOnce, atOncePerCaller, perCaller, inAll }: QueueLimits): RunQueued {
  /** Waiting acts by caller, in the order of their turns. */
  const lines = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  const taken = new Tally();
  let [active, total] = [0, 0];
  let begun: Promise<unknown> = Promise.resolve();

  const note = (caller: string, change: 1 | -1) => {
    active += change;
    const count = (running.get(caller) ?? 0) + change;
    if (count === 0) running.delete(caller);
    else running.set(caller, count);
  };

  function startNext(): void {
    if (active >= atOnce) return;
    const next = [...lines].find(([caller]) => (running.get(caller) ?? 0) < atOncePerCaller);
    if (!next) return;
    const [caller, [start, ...others]] = next;
    lines.delete(caller);
    if (others.length > 0) lines.set(caller, others); // behind all other callers
    note(caller, 1);
    start!();
  }

  const waitForTurn = (caller: string) =>
    new Promise<void>((resolve) => {
      lines.set(caller, [...(lines.get(caller) ?? []), resolve]);
      startNext();
    });

  return async (caller, act) => {
    if (total >= inAll || !taken.take(caller, perCaller)) return false;
    total++;
    const turn = widened(caller);
    try {
      await waitForTurn(turn);
      try {
        await (begun = begun.then(quietRound));
        await act();
      } finally {
        note(turn, -1);
        startNext();
      }
      return true;
    } finally {
      total--;
      taken.giveBack(caller);
    }
  };
}
