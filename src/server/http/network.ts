import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** Providers assign a customer anything from a /64 to a /48, so a whole /48 may use this many times the limit of one network. */
const TIMES_OF_48 = 4;

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

/** The /48 around a /64 that `networkOf` returned, alone or in a longer text. Any other text stays unchanged. */
export const widened = (subject: string): string =>
  subject.replace(/(?<![\w:])((?:[\da-f]{1,4}:){2}[\da-f]{1,4}):[\da-f]{1,4}::\/64(?!\w)/, '$1::/48');

export interface Counted {
  subject: string;
  /** How many times a limit applies to the subject. */
  times: number;
}

/** All subjects that a limit by network counts: the network itself, and for IPv6 also the /48 around it. */
export function countedSubjects(subject: string): Counted[] {
  const around = widened(subject);
  return around === subject
    ? [{ subject, times: 1 }]
    : [
        { subject, times: 1 },
        { subject: around, times: TIMES_OF_48 },
      ];
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
