import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** A whole answer as its handler made it, not packed yet. */
export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** Some answers depend on more than the database: the search's index, for one, follows it a moment later. */
const STAYS_MS = 1000;
const MAX_BYTES = 4 * 2 ** 20;
const MAX_ADDRESSES = 2000;
const VARIES_BY = /^(?:accept-language|accept-encoding|,|\s)*$/i;

export interface AnswerMemory {
  /** What names a request's answer; undefined for requests whose answer may be another each time. */
  keyOf: (req: IncomingMessage, build: string) => string | undefined;
  /** The answer, or one that somebody else's request is making (undefined if that comes to nothing). */
  get: (key: string) => Answer | Promise<Answer | undefined> | undefined;
  /** Announces that the caller makes it; to be called with the answer, or with nothing when there will be none. */
  make: (key: string) => (answer?: Answer) => void;
}

/**
 * Answers for everybody, for as long as nothing in the database changes and a second at most.
 * `changes` tells another value after every change, or undefined where it can't tell.
 */
export function createAnswerMemory(changes: () => string | undefined): AnswerMemory {
  const answers = new Map<string, Answer>();
  const making = new Map<string, Promise<Answer | undefined>>();
  // Only for these is it worth waiting: who waits for a person's own answer has to ask again.
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
      // The state stands in it too: an answer that was begun before a change is none after it.
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

/** With a tag that says what a page shows, 304 or not is part of the answer. Any other is looked at once the answer is there. */
const tagOfPage = ({ headers }: IncomingMessage) => /^W\/"-?\d{1,10}"$/.exec(headers['if-none-match'] ?? '')?.[0];

const isForEverybody = ({ status, headers }: Answer, key: string): boolean =>
  (status === 200 || (status === 304 && key.endsWith('"'))) &&
  String(headers['cache-control']).startsWith('public') &&
  !headers['set-cookie'] &&
  VARIES_BY.test(String(headers.vary ?? ''));
