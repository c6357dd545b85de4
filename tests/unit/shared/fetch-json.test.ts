import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Answers = (() => Response | Promise<Response>)[];

const asked: { path: string; method: string; token: string | null; signal: AbortSignal }[] = [];
let answers: Answers;
type FetchJson = typeof import('#src/shared/fetch-json.ts');
let module: FetchJson;
let imports = 0;

const good = (body: unknown = { good: true }) => Response.json(body);
const bad = (status: number, body: object = {}) => Response.json(body, { status });
const lost = (): Response => {
  throw new TypeError('Failed to fetch');
};

beforeEach(async () => {
  vi.useFakeTimers();
  // Another query makes Node load the module again, without answers of earlier tests.
  module = (await import(`#src/shared/fetch-json.ts?${imports++}`)) as FetchJson;
  answers = [];
  asked.length = 0;
  vi.stubGlobal('document', { cookie: 'csrftoken=known', documentElement: { lang: 'de-DE' } });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, signal }: RequestInit) => {
    asked.push({ path, method, token: new Headers(headers).get('x-csrftoken'), signal: signal! });
    return (answers.shift() ?? good)();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a GET', () => {
  it('is shared while it is in flight, and for two seconds after its response', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answers = [() => promise];
    const both = [module.getJson('/api/x/'), module.getJson('/api/x/')];
    await vi.advanceTimersByTimeAsync(8_000);
    resolve(good({ first: true }));
    expect(await Promise.all(both)).toEqual([
      { ok: true, value: { first: true } },
      { ok: true, value: { first: true } },
    ]);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(await module.getJson('/api/x/')).toEqual({ ok: true, value: { first: true } });
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await module.getJson('/api/x/');
    expect(asked).toHaveLength(2);
  });

  it('is not shared with a GET of another address', async () => {
    await Promise.all([module.getJson('/api/x/'), module.getJson('/api/y/')]);
    expect(asked.map(({ path }) => path)).toEqual(['/api/x/', '/api/y/']);
  });

  it('times out after ten seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await module.getJson('/api/x/');
    expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
    expect(asked[0]?.signal).toBe(timeout.mock.results[0]?.value);
  });

  it.each([
    ['4g', 5_000],
    ['3g', 5_000],
    ['2g', 10_000],
    ['slow-2g', 10_000],
  ])('is retried twice without an answer, on %s %i ms apart', async (effectiveType, pause) => {
    vi.stubGlobal('navigator', { connection: { effectiveType } });
    answers = [lost, () => bad(503), lost];
    const answer = module.getJson('/api/x/');
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(3);
    expect(await answer).toEqual({ ok: false, error: { kind: 'network_error', status: 0 } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(3);
  });

  it('returns the first successful response', async () => {
    answers = [lost];
    const answer = module.getJson('/api/x/');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await answer).toEqual({ ok: true, value: { good: true } });
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['a refusal', 404, { code: 'not_found', detail: 'Nicht gefunden.' }],
    ['maintenance, which takes minutes', 503, { code: 'maintenance', detail: 'Wir warten.' }],
  ])('is not retried after %s', async (_what, status, body) => {
    answers = [() => bad(status, body)];
    const answer = await module.getJson('/api/x/');
    expect(answer).toEqual({ ok: false, error: { kind: body.code, status, detail: body.detail, body } });
    expect(asked).toHaveLength(1);
  });

  it('is neither shared nor retried when it must be fresh', async () => {
    answers = [lost, lost];
    await Promise.all([module.getFreshJson('/api/x/'), module.getFreshJson('/api/x/')]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(2);
  });
});

describe('a POST', () => {
  it.each([
    ['no answer', lost, 'network_error'],
    ['a failure', () => bad(500, { code: 'server_error' }), 'server_error'],
    ['a payment provider that is down', () => bad(503, { code: 'paypal_err' }), 'paypal_err'],
  ])('is never retried after %s', async (_what, answer, kind) => {
    answers = [answer];
    expect(await module.postJson('/api/x/', {})).toMatchObject({ ok: false, error: { kind } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
  });

  it('ends when its caller aborts it, and after ten seconds, in browsers without AbortSignal.any', async () => {
    vi.stubGlobal('AbortSignal', { timeout: AbortSignal.timeout.bind(AbortSignal) });
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    const given = new AbortController();
    await module.postJson('/api/x/', {}, given.signal);
    await module.postJson('/api/x/', {}, new AbortController().signal);
    expect(timeout).toHaveBeenCalledWith(10_000);
    given.abort();
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    late.abort();
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    await module.postJson('/api/x/', {}, given.signal);
    expect(asked.at(-1)!.signal.aborted).toBe(true);
  });

  it('is never shared', async () => {
    await Promise.all([module.postJson('/api/x/', {}), module.postJson('/api/x/', {})]);
    expect(asked).toHaveLength(2);
  });

  it('is sent once more with a new token after an expired CSRF token, because the first call changed nothing', async () => {
    answers = [
      () => bad(403, { code: 'csrf_failed' }),
      () => good({ csrfToken: 'fresh' }),
      () => bad(403, { code: 'csrf_failed' }),
    ];
    expect(await module.postJson('/api/x/', {})).toMatchObject({ ok: false, error: { kind: 'csrf_failed' } });
    expect(asked.map(({ path, token }) => [path, token])).toEqual([
      ['/api/x/', 'known'],
      ['/api/csrf_token/', null],
      ['/api/x/', 'fresh'],
    ]);
  });

  it('reads the token from the cookie of a shop at an https address', async () => {
    vi.stubGlobal('document', { cookie: 'theme=x; __Host-csrftoken=known', documentElement: { lang: 'de-DE' } });
    await module.postJson('/api/x/', {});
    expect(asked.map(({ token }) => token)).toEqual(['known']);
  });

  it('fetches a token first when there is none', async () => {
    vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'de-DE' } });
    answers = [() => good({ csrfToken: 'fresh' })];
    await module.postJson('/api/x/', {});
    expect(asked.map(({ method, token }) => [method, token])).toEqual([
      ['GET', null],
      ['POST', 'fresh'],
    ]);
  });

  it('uses the token of another script that fetched one at the same time, because its cookie is the last', async () => {
    const page = { cookie: '', documentElement: { lang: 'de-DE' } };
    vi.stubGlobal('document', page);
    answers = [
      () => {
        page.cookie = 'csrftoken=later';
        return good({ csrfToken: 'earlier' });
      },
    ];
    await module.postJson('/api/x/', {});
    expect(asked.map(({ method, token }) => [method, token])).toEqual([
      ['GET', null],
      ['POST', 'later'],
    ]);
  });
});

describe('a response that is not JSON', () => {
  it('is a fetch error when it has an error status, as from a front server', async () => {
    answers = [() => new Response('<h1>Bad gateway</h1>', { status: 502 })];
    expect(await module.postJson('/api/x/', {})).toEqual({ ok: false, error: { kind: 'fetch_error', status: 502 } });
  });

  it('is a network error when it has a success status, as from a hotel’s login page', async () => {
    answers = [() => new Response('<h1>Welcome</h1>')];
    expect(await module.postJson('/api/x/', {})).toEqual({ ok: false, error: { kind: 'network_error', status: 0 } });
  });
});

describe('"still loading"', () => {
  it.each([
    ['4g', 3_000],
    ['2g', 5_000],
    [undefined, 3_000],
  ])('is shown on %s after %i ms', (effectiveType, wait) => {
    vi.stubGlobal('navigator', { connection: { effectiveType } });
    expect(module.slowAfter()).toBe(wait);
  });
});
