import type { IncomingMessage } from 'node:http';
import { isDesk, isFormPage, isReviewForm } from '#src/shared/paths.ts';
import type { Context } from '#src/server/context.ts';
import type { HttpError } from '#src/server/http/errors.ts';
import { createRateLimit, MAX_BODY_BYTES } from '#src/server/http/limits.ts';
import { networkAddress } from '#src/server/http/network.ts';
import type { Exchange } from './exchange.ts';

type Refuse = (exchange: Exchange) => Promise<HttpError | undefined>;

/**
 * Whether a request names one host, because Astro's adapter makes a URL of it. HTTP/1.0 needs no host, and health
 * checks of proxies send none.
 */
function hasPlainHost({ headersDistinct: { host = [] } }: IncomingMessage): boolean {
  return (
    host.length === 0 || (host.length === 1 && /^[^@/?#\\\s]+$/.test(host[0]!) && URL.canParse(`http://${host[0]}`))
  );
}

/** Returns why a request is refused: its host, size, method or URL, or too many calls from one network. */
export function createRefusals({
  config: { rateLimitPerMinute, trustProxy },
  db,
}: Pick<Context, 'config' | 'db'>): Refuse {
  const waitFor = createRateLimit('calls', rateLimitPerMinute, db);
  return async ({ req, path, address, isPage }): Promise<HttpError | undefined> => {
    if (!hasPlainHost(req)) return { kind: 'invalid_input' };
    if (path === undefined && !isPage) return { kind: 'invalid_input' };
    // Staff, and buyers who write a review, may upload pictures; their own queue refuses larger bodies.
    if (!isDesk(address) && !isReviewForm(address) && Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES)
      // The connection stays open: closing it while the body still arrives would lose the response.
      return { kind: 'payload_too_large' };
    if (!isAllowedMethod(req.method, address, isPage))
      return { kind: 'method_not_allowed', headers: { allow: 'GET, HEAD' } };
    if (isPage) return undefined;
    const seconds = await waitFor(networkAddress(req, trustProxy));
    return seconds
      ? { kind: 'too_many_requests', values: { seconds }, headers: { 'retry-after': String(seconds) } }
      : undefined;
  };
}

function isAllowedMethod(method: string | undefined, address: string, isPage: boolean): boolean {
  // Astro does not handle TRACE; each call checks its other methods itself.
  if (!isPage) return method !== 'TRACE';
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && isFormPage(address));
}
