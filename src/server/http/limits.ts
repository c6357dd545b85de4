import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Database } from '#src/server/db/database.ts';
import { hashSubject } from './attempts.ts';

export const MAX_BODY_BYTES = 64 * 1024;

/** What somebody who is signed in may send to the desk at once: a photo, or long texts. */
export const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;

/**
 * A larger upload is discarded up to here, so that the browser shows why it is refused. It shows a broken connection where the
 * server closes it before.
 */
export const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;

/** The caller's address for limits: the connection's, or the one that the trusted proxies name. */
export const networkAddress = (req: IncomingMessage, trustedProxies: number): string => networkOf(callerOf(req, trustedProxies));

/** An IPv6 address is reduced to its /64 network, because one household or server owns all of it. IPv4 stays unchanged. */
export function networkOf(address: string): string {
  // Some proxies append the port.
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  if (mapped || !isIPv6(bare)) return mapped ?? bare;
  // URL normalises an IPv6 address: lower case, the longest run of zeros omitted.
  const [head = '', tail] = new URL(`http://[${bare.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

function callerOf(req: IncomingMessage, trustedProxies: number): string {
  const direct = req.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return direct;
  const named = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  // Each proxy appends the address it received from, so the outermost trusted proxy's entry is that many from the end.
  return named.at(-trustedProxies) ?? named[0] ?? direct;
}

const WINDOW_S = 60;
/** How often servers add up their calls. An address can exceed the limit by its calls of this time on the other servers. */
const SHARE_MS = 1000;

/**
 * Returns the seconds to wait when an address exceeds the limit per minute, otherwise 0. Each server counts for itself; servers
 * on one database add up their counts each second.
 */
export function createRateLimit(perMinute: number, { shareCounts }: Pick<Database, 'shareCounts'>): (address: string) => Promise<number> {
  if (perMinute === 0) return async () => 0;
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_S });
  const note = shareCounts ? createSharing(limiter, shareCounts) : () => {};
  return async (address) => {
    try {
      await limiter.consume(address);
      note(address);
      return 0;
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      return Math.max(1, Math.ceil((refused as { msBeforeNext: number }).msBeforeNext / 1000));
    }
  };
}

/** Returns a function that notes a call. It asks the database at most once a second, and only after calls. */
function createSharing(limiter: RateLimiterMemory, shareCounts: NonNullable<Database['shareCounts']>): (address: string) => void {
  let noted = new Map<string, number>();
  async function share(): Promise<void> {
    const counts = noted;
    noted = new Map();
    const addresses = new Map([...counts.keys()].map((address) => [`calls:${hashSubject(address)}`, address]));
    const keyed = new Map([...addresses].map(([key, address]) => [key, counts.get(address)!]));
    for (const { key, points, msLeft } of await shareCounts(keyed, WINDOW_S)) {
      const address = addresses.get(key)!;
      // Calls that came while the database was asked are not in its sum.
      await limiter.set(address, points + (noted.get(address) ?? 0), msLeft / 1000);
    }
  }
  return (address) => {
    // While the database does not answer, each server limits by its own counts.
    if (noted.size === 0) setTimeout(() => void share().catch(() => {}), SHARE_MS).unref();
    noted.set(address, (noted.get(address) ?? 0) + 1);
  };
}
