import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from '../../support/raw-http.ts';
import { logged, type RunningShop } from '../../support/server.ts';
import { stockedShop, type StockedShop } from '../../support/stocked-shop.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Line {
  level: number;
  msg: string;
  req?: { id: string; method: string; url: string };
  res?: { statusCode: number };
  responseTime?: number;
}

let own: StockedShop;
let server: RunningShop;

beforeAll(async () => {
  own = await stockedShop();
  server = await own.serve({ LOG_LEVEL: 'info' });
});
afterAll(() => own?.dispose());

const lines = (): Line[] =>
  server
    .log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

describe('the log', () => {
  it.each([
    ['GET', '/api/?limit=1', 200],
    ['GET', '/', 200],
    ['HEAD', '/favicon.svg', 200],
    ['GET', '/nao-existe', 404],
    ['DELETE', '/api/', 405],
    ['GET', '/api/slug/%E0', 400],
  ])('holds a JSON line with the id that the answer carries: %s %s', async (method, url, statusCode) => {
    const { headers } = await request(server.url, url, { method });
    const id = String(headers['x-request-id']);
    expect(id).toMatch(UUID);
    await logged(server, id);
    const line = lines().find((entry) => entry.req?.id === id);
    expect(line).toMatchObject({ level: 30, msg: 'request completed', req: { id, method }, res: { statusCode } });
    expect(line?.responseTime).toBeGreaterThanOrEqual(0);
  });

  it('holds the address as it was asked for', async () => {
    const { headers } = await request(server.url, '/de/nichts?a=b');
    await logged(server, String(headers['x-request-id']));
    expect(lines().some((line) => line.req?.url === '/de/nichts?a=b')).toBe(true);
  });

  it('gives every request an id of its own, whatever the client sends', async () => {
    const [first, second] = await Promise.all([0, 1].map(() => request(server.url, '/', { headers: { 'x-request-id': 'forged' } })));
    expect(first?.headers['x-request-id']).toMatch(UUID);
    expect(second?.headers['x-request-id']).toMatch(UUID);
    expect(first?.headers['x-request-id']).not.toBe(second?.headers['x-request-id']);
  });

  it('holds no cookie, token, network address or browser name', async () => {
    const secrets = { cookie: 'session=geheim', authorization: 'Bearer geheim', 'x-csrftoken': 'geheim', 'user-agent': 'Browser/geheim' };
    const { headers } = await request(server.url, '/api/', { headers: secrets });
    await logged(server, String(headers['x-request-id']));
    expect(server.log()).not.toMatch(/geheim|127\.0\.0\.1.*request completed/);
  });
});
