import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** A whole response as its handler wrote it, before compression. */
export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** A short lifetime, because some responses depend on more than the database: the search index follows it a moment later. */
const STAYS_MS = 1000;
const MAX_BYTES = 4 * 2 ** 20;
const MAX_ADDRESSES = 2000;
const VARIES_BY = /^(?:accept-language|accept-encoding|,|\s)*$/i;

export interface AnswerMemory {
  /** The cache key of a request; undefined when its response must not be cached. */
  keyOf: (req: IncomingMessage, build: string) => string | undefined;
  /** The cached response, or a promise of one in progress (undefined if it turns out not to be shareable). */
  get: (key: string) => Answer | Promise<Answer | undefined> | undefined;
  /** Announces that the caller renders it. Call the returned function with the response, or without one when rendering fails. */
  make: (key: string) => (answer?: Answer) => void;
}

/**
 * Caches public responses until the database changes, for one second at most. `changes` returns a different value after every
 * change, or undefined where it cannot detect changes.
 */
export function createAnswerMemory(changes: () => string | undefined): AnswerMemory {
  const answers = new Map<string, Answer>();
  const making = new Map<string, Promise<Answer | undefined>>();
  // Only these addresses are worth waiting for, because a private response cannot be shared.
  const forEverybody = new Set<string>();
  let state: string | undefined;
  let bytes = 0;
  let since = 0;

  function forgetOld(): void {
    const now = performance.now();
    const present = changes();
    if (present === state && now - since < STAYS_MS) return;
    answers.clear();
    [state, bytes, since] = [present, 0, now];
  }

  function keep(key: string, answer: Answer): void {
    if (forEverybody.size > MAX_ADDRESSES) forEverybody.clear();
    forEverybody.add(addressOf(key));
    forgetOld();
    if (!key.startsWith(`${state}\n`) || bytes + answer.body.length > MAX_BYTES) return;
    bytes += answer.body.length + key.length;
    answers.set(key, answer);
  }

  return {
    keyOf(req, build) {
      if (req.method !== 'GET') return undefined;
      forgetOld();
      // The key contains the state, so a response whose rendering started before a change is not used after it.
      return state && [state, build, req.headers.host, req.headers['accept-language'], req.url, tagOfPage(req)].join('\n');
    },
    get: (key) => answers.get(key) ?? making.get(key),
    make(key) {
      const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
      if (forEverybody.has(addressOf(key))) making.set(key, promise);
      return (answer) => {
        const shared = answer && isForEverybody(answer, key) ? answer : undefined;
        if (shared) keep(key, shared);
        if (making.get(key) === promise) making.delete(key);
        resolve(shared);
      };
    },
  };
}

const addressOf = (key: string) => key.slice(key.indexOf('\n'));

/**
 * A 304 depends on the tag only if the tag describes the page's content, so such a tag is part of the key. Other tags are
 * compared later.
 */
const tagOfPage = ({ headers }: IncomingMessage) => /^W\/"-?\d{1,10}"$/.exec(headers['if-none-match'] ?? '')?.[0];

const isForEverybody = ({ status, headers }: Answer, key: string): boolean =>
  (status === 200 || (status === 304 && key.endsWith('"'))) &&
  String(headers['cache-control']).startsWith('public') &&
  !headers['set-cookie'] &&
  VARIES_BY.test(String(headers.vary ?? ''));
