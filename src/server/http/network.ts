import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Providers assign a customer anything from a /64 to a /48, so a whole /48 may use this many times the limit of one
 * network.
 */
const TIMES_OF_48 = 4;

/** IPv6 addresses that end with the caller's IPv4 address: mapped ones (RFC 4291), and those of a NAT64 (RFC 6052). */
const WITH_IPV4 = ['::ffff:0:0/96', '64:ff9b::/96'].map((network) => ipaddr.IPv6.parseCIDR(network));

/** The caller's address for limits: the connection's, or the one that the trusted proxies name. */
export const networkAddress = (req: IncomingMessage, trustedProxies: number): string =>
  networkOf(callerOf(req, trustedProxies));

/**
 * An IPv6 address is reduced to its /64 network, because one household or server owns all of it. IPv4 stays unchanged.
 */
export function networkOf(address: string): string {
  // Some proxies append the port.
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  if (!isIPv6(bare)) return bare;
  const ip = ipaddr.IPv6.parse(bare.replace(/%.*$/, ''));
  if (WITH_IPV4.some((network) => ip.match(network))) return ip.toByteArray().slice(-4).join('.');
  const network = ip.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
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
