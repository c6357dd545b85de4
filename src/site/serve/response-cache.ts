import type { IncomingMessage } from 'node:http';
import { isPublic, type RenderedResponse } from './rendered-response.ts';
import type { OutgoingResponse } from './outgoing-response.ts';

/** A rendered response with its form for sending, so that compressed bytes are shared, too. */
export interface CacheableResponse extends RenderedResponse {
  outgoing: OutgoingResponse;
  /** The pattern of the route that rendered it. */
  route: string | undefined;
}

/**
 * A short lifetime, because some responses depend on more than the database: the search index follows it with a delay.
 */
const MAX_AGE_MS = 1000;
const MAX_BYTES = 4 * 2 ** 20;
const MAX_ADDRESSES = 2000;
const VARIES_BY = /^(?:accept-language|accept-encoding|,|\s)*$/i;

export interface ResponseCache {
  /** The cache key of a request; undefined when its response must not be cached. */
  keyOf: (req: IncomingMessage, build: string) => string | undefined;
  /** The cached response, or a promise of one in progress (undefined if it turns out not to be shareable). */
  get: (key: string) => CacheableResponse | Promise<CacheableResponse | undefined> | undefined;
  /**
   * Announces that the caller renders it. Call the returned function with the response, or without one when rendering
   * fails.
   */
  begin: (key: string) => (answer?: CacheableResponse) => void;
}

/**
 * Caches public responses until the database changes, for one second at most. `changes` returns a different value after
 * every change, or undefined where it cannot detect changes.
 */
export function createResponseCache(changes: () => string | undefined): ResponseCache {
  const answers = new Map<string, CacheableResponse>();
  const pending = new Map<string, Promise<CacheableResponse | undefined>>();
  // Only these responses are worth waiting for, because a private response cannot be shared.
  const shareableAddresses = new Set<string>();
  let state: string | undefined;
  let bytes = 0;
  let since = 0;

  function evictExpired(): void {
    const now = performance.now();
    const present = changes();
    if (present === state && now - since < MAX_AGE_MS) return;
    answers.clear();
    [state, bytes, since] = [present, 0, now];
  }

  function keep(key: string, answer: CacheableResponse): void {
    if (shareableAddresses.size > MAX_ADDRESSES) shareableAddresses.clear();
    shareableAddresses.add(addressOf(key));
    evictExpired();
    if (!key.startsWith(`${state}\n`) || bytes + answer.body.length > MAX_BYTES) return;
    bytes += answer.body.length + key.length;
    answers.set(key, answer);
  }

  return {
    keyOf(req, build) {
      if (req.method !== 'GET') return undefined;
      evictExpired();
      // The key contains the state, so a response whose rendering started before a change is not used after it.
      return state && [state, build, req.headers.host, req.headers['accept-language'], req.url].join('\n');
    },
    get: (key) => answers.get(key) ?? pending.get(key),
    begin(key) {
      const { promise, resolve } = Promise.withResolvers<CacheableResponse | undefined>();
      if (shareableAddresses.has(addressOf(key))) pending.set(key, promise);
      return (answer) => {
        const shared = answer && isShareable(answer) ? answer : undefined;
        if (shared) keep(key, shared);
        if (pending.get(key) === promise) pending.delete(key);
        resolve(shared);
      };
    },
  };
}

const addressOf = (key: string) => key.slice(key.indexOf('\n'));

const isShareable = (response: RenderedResponse): boolean =>
  isPublic(response) && VARIES_BY.test(String(response.headers.vary ?? ''));
