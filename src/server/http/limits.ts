import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';

export const MAX_BODY_BYTES = 64 * 1024;

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

/** Returns the seconds to wait when an address exceeds the limit per minute, otherwise 0. */
export function createRateLimit(perMinute: number): (address: string) => Promise<number> {
  if (perMinute === 0) return async () => 0;
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (address) => {
    try {
      await limiter.consume(address);
      return 0;
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      return Math.max(1, Math.ceil((refused as { msBeforeNext: number }).msBeforeNext / 1000));
    }
  };
}
