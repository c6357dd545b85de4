import type { IncomingMessage } from 'node:http';
import { RateLimiterMemory } from 'rate-limiter-flexible';

export const MAX_BODY_BYTES = 64 * 1024;

/** The address a request comes from: the connection's, or the one that the trusted proxies name. */
export function networkAddress(req: IncomingMessage, trustedProxies: number): string {
  const direct = req.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return direct;
  const named = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  // Each proxy appends whom it heard from: the outermost trusted one's entry is that many from the end.
  return named.at(-trustedProxies) ?? named[0] ?? direct;
}

/** Answers the seconds to wait once an address has called more often than allowed in a minute, else 0. */
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
