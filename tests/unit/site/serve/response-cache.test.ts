import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toOutgoing, type RenderedResponse } from '#src/site/serve/rendered-response.ts';
import { createResponseCache, type CacheableResponse } from '#src/site/serve/response-cache.ts';

const ask = (url: string, more: Partial<IncomingMessage> = {}, headers = {}) =>
  ({ method: 'GET', url, ...more, headers: { host: 'shop', ...headers } }) as IncomingMessage;
const answer = (headers: RenderedResponse['headers'] = {}, status = 200): CacheableResponse => {
  const rendered = {
    status,
    headers: { 'cache-control': 'public, no-cache', vary: 'accept-language', ...headers },
    body: Buffer.from('x'),
  };
  return { ...rendered, outgoing: toOutgoing(rendered), route: undefined };
};

let changes: string | undefined;
const cache = () => createResponseCache(() => changes);

beforeEach(() => {
  changes = '1';
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => void vi.useRealTimers());

/** Whether an answer to the first request is there for the second. */
function remembers(given: CacheableResponse, first = ask('/api/'), second = first, between = () => {}): boolean {
  const known = cache();
  const key = known.keyOf(first, 'build');
  if (key) known.begin(key)(given);
  between();
  const again = known.keyOf(second, 'build');
  return again !== undefined && known.get(again) === given;
}

describe('a public response in the cache', () => {
  it('is cached while nothing changes', () => {
    expect(remembers(answer())).toBe(true);
    expect(remembers(answer(), ask('/api/', {}, { cookie: 'a' }), ask('/api/', {}, { cookie: 'b' }))).toBe(true);
  });

  it('is evicted with the next change of the database, and after a second', () => {
    expect(remembers(answer(), ask('/'), ask('/'), () => (changes = '2'))).toBe(false);
    expect(remembers(answer(), ask('/'), ask('/'), () => void vi.advanceTimersByTime(1001))).toBe(false);
  });

  it('is not cached when the database changed during its rendering', () => {
    const known = cache();
    const key = known.keyOf(ask('/'), 'build')!;
    changes = '2';
    known.begin(key)(answer());
    changes = '1';
    expect(known.get(known.keyOf(ask('/'), 'build')!)).toBeUndefined();
  });

  it.each(['W/"-12"', 'W/"rPMnYQTX-qIXMr1h"'])(
    'is the same for a browser that has %s, because the ETag is compared when it is sent',
    (tag) => {
      const conditional = ask('/api/', {}, { 'if-none-match': tag });
      expect(remembers(answer(), conditional, ask('/api/'))).toBe(true);
      expect(remembers(answer(), ask('/api/'), conditional)).toBe(true);
    },
  );

  it.each([
    ['another address', ask('/api/?limit=1')],
    ['another language', ask('/api/', {}, { 'accept-language': 'de' })],
    ['another host', ask('/api/', {}, { host: 'other' })],
    ['another method', ask('/api/', { method: 'HEAD' })],
  ])('is not reused for %s', (_what, second) => {
    expect(remembers(answer(), ask('/api/'), second)).toBe(false);
  });

  it('is not shared with another build', () => {
    const known = cache();
    known.begin(known.keyOf(ask('/'), 'old')!)(answer());
    expect(known.get(known.keyOf(ask('/'), 'new')!)).toBeUndefined();
  });
});

describe('a request for a response that is being rendered', () => {
  /** A cache that knows whether the response of an address was public. */
  function known(given: CacheableResponse) {
    const cache = createResponseCache(() => changes);
    cache.begin(cache.keyOf(ask('/'), 'build')!)(given);
    changes = '2';
    return { cache, key: cache.keyOf(ask('/'), 'build')! };
  }

  it('gets the same response', async () => {
    const { cache, key } = known(answer());
    const made = cache.begin(key);
    const waiting = cache.get(key);
    const fresh = answer();
    made(fresh);
    expect(await waiting).toBe(fresh);
  });

  it('renders itself when the first request is aborted', async () => {
    const { cache, key } = known(answer());
    const made = cache.begin(key);
    const waiting = cache.get(key);
    made();
    expect(await waiting).toBeUndefined();
    expect(cache.get(key)).toBeUndefined();
  });

  it('never waits for, nor gets, another person’s response', () => {
    const own = answer({ 'cache-control': 'no-store' });
    const { cache, key } = known(own);
    const made = cache.begin(key);
    expect(cache.get(key)).toBeUndefined();
    made(own);
    expect(cache.get(key)).toBeUndefined();
  });

  it('does not get a response that turns out to be personal', async () => {
    const { cache, key } = known(answer());
    const made = cache.begin(key);
    const waiting = cache.get(key);
    made(answer({ 'set-cookie': ['a=b'] }));
    expect(await waiting).toBeUndefined();
  });
});

describe('a response is not cached', () => {
  it.each([
    ['when it is personal', answer({ 'cache-control': 'no-store' })],
    ['when it sets a cookie', answer({ 'set-cookie': ['a=b'] })],
    ['when it varies by another header', answer({ vary: 'cookie' })],
    ['when it reports an error', answer({}, 404)],
    ['when it is a 304', answer({}, 304)],
    ['when it is larger than the cache', { ...answer(), body: Buffer.alloc(9 * 2 ** 20) }],
  ])('%s', (_what, given) => {
    expect(remembers(given)).toBe(false);
  });

  it('when the database cannot report changes', () => {
    changes = undefined;
    expect(remembers(answer())).toBe(false);
  });
});
