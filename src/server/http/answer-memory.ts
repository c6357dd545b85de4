import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** A whole answer as its handler made it, not packed yet. */
export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** Some answers depend on more than the database: the search's index, for one, follows it a moment later. */
const STAYS_MS = 1000;
const MAX_BYTES = 8 * 2 ** 20;
const VARIES_BY = /^(?:accept-language|accept-encoding|,|\s)*$/i;

export interface AnswerMemory {
  /** What names a request's answer; undefined for requests whose answer may be another each time. */
  keyOf: (req: IncomingMessage, build: string) => string | undefined;
  get: (key: string) => Answer | undefined;
  set: (key: string, answer: Answer) => void;
}

/**
 * Answers for everybody, for as long as nothing in the database changes and a second at most.
 * `changes` tells another value after every change, or undefined where it can't tell.
 */
export function createAnswerMemory(changes: () => string | undefined): AnswerMemory {
  const answers = new Map<string, Answer>();
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
  return {
    keyOf(req, build) {
      if (req.method !== 'GET') return undefined;
      forgetOld();
      // The state stands in it too: an answer that was begun before a change is none after it.
      return state && `${state} ${build} ${req.headers.host} ${req.headers['accept-language']} ${req.url}`;
    },
    get: (key) => answers.get(key),
    set(key, answer) {
      const { status, headers, body } = answer;
      const forEverybody = status === 200 && String(headers['cache-control']).startsWith('public') && !headers['set-cookie'];
      if (!forEverybody || !VARIES_BY.test(String(headers.vary ?? '')) || bytes + body.length > MAX_BYTES) return;
      forgetOld();
      if (state === undefined || !key.startsWith(`${state} `)) return;
      bytes += body.length;
      answers.set(key, answer);
    },
  };
}
