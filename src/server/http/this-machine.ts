import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '#src/settings/environment/private-hosts.ts';

/** A proxy names the original caller in one of these headers. */
const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded'];

/**
 * Whether a request comes directly from this machine: no proxy forwarded it, and its host name is local (DNS
 * rebinding). `host` is the listening address.
 */
export function isFromThisMachine({ headers, socket }: IncomingMessage, { host }: { host: string }): boolean {
  const asked = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  return (
    [host, asked, socket.remoteAddress ?? ''].every(isLoopbackHost) &&
    FORWARDED.every((name) => headers[name] === undefined)
  );
}
