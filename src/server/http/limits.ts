import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Database } from '#src/server/db/database.ts';
import type { SharedCount } from '#src/server/db/database.ts';
import { hashSubject } from './attempts.ts';
import { countedSubjects } from './network.ts';

export const MAX_BODY_BYTES = 64 * 1024;

/** The largest request of signed-in staff: a photo, or long texts. */
export const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;

const WINDOW_S = 60;
/**
 * How often servers add up their counts. An address can exceed the limit by its calls to other servers during this
 * time.
 */
const SHARE_MS = 1000;

/** Returns the seconds to wait when an address exceeds a limit, otherwise 0. */
export type WaitFor = (address: string) => Promise<number>;

/**
 * Limits the calls of an address per minute. Each server counts for itself; servers on one database add up their counts
 * each second. `name`: of the counters in the database.
 */
export function createRateLimit(
  name: 'calls' | 'pages',
  perMinute: number,
  { shareCounts }: Pick<Database, 'shareCounts'>,
): WaitFor {
  if (perMinute === 0) return async () => 0;
  const limiters = new Map<number, WaitFor>();
  const limiterOf = (times: number): WaitFor => {
    const known = limiters.get(times) ?? createCounter(name, perMinute * times, shareCounts);
    limiters.set(times, known);
    return known;
  };
  return async (address) => {
    for (const { subject, times } of countedSubjects(address)) {
      const seconds = await limiterOf(times)(subject);
      if (seconds) return seconds;
    }
    return 0;
  };
}

function createCounter(name: string, points: number, shareCounts: Database['shareCounts']): WaitFor {
  const limiter = new RateLimiterMemory({ points, duration: WINDOW_S });
  const note = shareCounts ? createSharing(name, limiter, shareCounts) : () => {};
  return async (subject) => {
    try {
      await limiter.consume(subject);
      note(subject);
      return 0;
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      return Math.max(1, Math.ceil((refused as { msBeforeNext: number }).msBeforeNext / 1000));
    }
  };
}

/**
 * Returns a function that records a call. It queries the database at most once a second, and only after recent calls.
 */
function createSharing(
  name: string,
  limiter: RateLimiterMemory,
  shareCounts: NonNullable<Database['shareCounts']>,
): (address: string) => void {
  let noted = new Map<string, number>();
  async function share(): Promise<void> {
    const counts = noted;
    noted = new Map();
    const addresses = new Map([...counts.keys()].map((address) => [`${name}:${hashSubject(address)}`, address]));
    const keyed = new Map([...addresses].map(([key, address]) => [key, counts.get(address)!]));
    let shared: SharedCount[];
    try {
      shared = await shareCounts(keyed, WINDOW_S);
    } catch {
      // While the database does not respond, each server limits by its own counts.
      return putBack(counts);
    }
    for (const { key, points, msLeft } of shared) {
      const address = addresses.get(key)!;
      // The sum does not include calls that arrived during the query.
      await limiter.set(address, points + (noted.get(address) ?? 0), msLeft / 1000);
    }
  }
  /** Drops the counts of past windows, which would otherwise be added to a later window. */
  async function putBack(counts: ReadonlyMap<string, number>): Promise<void> {
    for (const [address, calls] of counts) {
      const current = await limiter.get(address);
      if (current) note(address, Math.min(calls, current.consumedPoints));
    }
  }
  function note(address: string, calls: number): void {
    if (noted.size === 0) setTimeout(() => void share(), SHARE_MS).unref();
    noted.set(address, (noted.get(address) ?? 0) + calls);
  }
  return (address) => note(address, 1);
}
