import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endWindows } from '../../support/people/attempts.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { request } from '../../support/outside/raw-http.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const LIMIT = 5;

let own: StockedShop;
let server: RunningShop;

beforeAll(async () => {
  own = await stockedShop();
});
afterEach(() => server?.stop());
afterAll(() => own?.dispose());

const limited = async (env: Record<string, string> = {}) => {
  // On PostgreSQL, servers add up their counts once a second: those of the test before would count in this minute.
  await endWindows(own.ctx);
  server = await own.serve({ RATE_LIMIT_PER_MINUTE: String(LIMIT), ...env });
};

/** The status of one call after another. */
async function statuses(
  paths: string[],
  headers: (index: number) => Record<string, string> = () => ({}),
): Promise<number[]> {
  const found: number[] = [];
  for (const [index, path] of paths.entries())
    found.push((await request(server.url, path, { headers: headers(index) })).status);
  return found;
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('the limit of calls a minute', () => {
  it('answers 429 when it is exceeded, with the seconds to wait in the header and in the text', async () => {
    await limited();
    expect(await statuses(times(LIMIT, '/api/'))).toEqual(times(LIMIT, 200));
    const { status, headers, body } = await request(server.url, '/api/stock/', {
      headers: { 'accept-language': 'de' },
    });
    expect(status).toBe(429);
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    const text = `Zu viele Versuche. Versuchen Sie es in ${seconds} Sekunden noch einmal.`;
    expect(JSON.parse(body.toString())).toEqual({
      code: 'too_many_requests',
      detail: text,
      message: text,
    } satisfies ErrorAnswer);
  });

  it('counts a call however its address is written', async () => {
    await limited();
    await statuses(times(LIMIT, '/api/stock/'));
    const ways = [
      '/api',
      '/api?limit=1',
      '//api/',
      '/%61pi/',
      '/%2561pi/',
      '/x/../api/',
      '/api/nada',
      '/api/openapi.json',
    ];
    expect(await statuses(ways)).toEqual(times(ways.length, 429));
  });

  it('does not count built pages and files', async () => {
    await limited();
    await statuses(times(LIMIT + 1, '/api/'));
    expect(await statuses([...times(LIMIT, '/'), ...times(LIMIT, '/favicon.svg')])).toEqual(times(2 * LIMIT, 200));
  });

  it('allows half as many rendered pages, which it counts separately', async () => {
    await limited();
    await statuses(times(LIMIT + 1, '/api/'));
    expect(await statuses(times(3, '/de/withdrawal'))).toEqual(times(3, 200));
    const { status, headers, body } = await request(server.url, '/de/login');
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.toString()).toContain('<html lang="de-DE"');
    expect(body.toString()).toContain('Warten Sie eine Minute');
  });

  it('is off at 0', async () => {
    await limited({ RATE_LIMIT_PER_MINUTE: '0' });
    expect(await statuses(times(3 * LIMIT, '/api/'))).toEqual(times(3 * LIMIT, 200));
  });
});

describe('the client address of the limit', () => {
  const from = (addresses: string[]) => (index: number) => ({
    'x-forwarded-for': addresses[index % addresses.length] ?? '',
  });

  it('is the connection’s address while no proxy is trusted, whatever X-Forwarded-For says', async () => {
    await limited();
    expect(await statuses(times(LIMIT + 2, '/api/'), (index) => ({ 'x-forwarded-for': `10.0.0.${index}` }))).toEqual([
      ...times(LIMIT, 200),
      429,
      429,
    ]);
  });

  it('is the address that the trusted proxy names', async () => {
    await limited({ TRUST_PROXY: '1' });
    expect(await statuses(times(2 * LIMIT, '/api/'), from(['10.0.0.1', '10.0.0.2']))).toEqual(times(2 * LIMIT, 200));
    expect(await statuses(times(2, '/api/'), from(['10.0.0.1', '10.0.0.2']))).toEqual([429, 429]);
    expect(await statuses(['/api/'], from(['10.0.0.3']))).toEqual([200]);
  });

  it('is not an address that the client writes before the proxy’s entry', async () => {
    await limited({ TRUST_PROXY: '1' });
    const forged = (index: number) => ({ 'x-forwarded-for': `10.9.9.${index}, 10.0.0.1` });
    expect(await statuses(times(LIMIT + 1, '/api/'), forged)).toEqual([...times(LIMIT, 200), 429]);
  });

  it('is the entry of the outer one of two trusted proxies', async () => {
    await limited({ TRUST_PROXY: '2' });
    const chain = (index: number) => ({ 'x-forwarded-for': `10.9.9.${index}, 10.0.0.1, 192.168.0.${index}` });
    expect(await statuses(times(LIMIT + 1, '/api/'), chain)).toEqual([...times(LIMIT, 200), 429]);
  });

  it('is the connection’s address when the trusted proxy names none', async () => {
    await limited({ TRUST_PROXY: '1' });
    expect(await statuses(times(LIMIT + 1, '/api/'))).toEqual([...times(LIMIT, 200), 429]);
  });
});

// On SQLite a shop has one server.
describe.runIf(process.env.TEST_ENGINE === 'postgres')('the limit of two servers on one database', () => {
  it('refuses an address at both servers after its calls to both together', async () => {
    const env = { RATE_LIMIT_PER_MINUTE: '40', TRUST_PROXY: '1' };
    const [first, second] = await Promise.all([own.serve(env), own.serve(env)]);
    // The database still counts the calls of the tests before, and of an earlier try, in this minute.
    const headers = { 'x-forwarded-for': `198.51.${randomInt(256)}.${randomInt(256)}` };
    const call = async ({ url }: RunningShop) => (await request(url, '/api/', { headers })).status;
    for (let calls = 0; calls < 30; calls++) expect(await call(first)).toBe(200);
    // Each call makes the second server read the counts of the first one in the next second.
    let passed = 0;
    await expect
      .poll(async () => ((await call(second)) === 200 ? ++passed : 'refused'), { interval: 500 })
      .toBe('refused');
    expect(passed).toBeLessThan(40);
    await expect.poll(() => call(first), { interval: 500 }).toBe(429);
    await Promise.all([first.stop(), second.stop()]);
  });
});
