import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type ErrorAnswer } from '../../support/people/call.ts';
import { post } from '../../support/people/post.ts';
import { createDatabase, startCluster, type Cluster } from '../../support/outside/postgres.ts';
import { request } from '../../support/outside/raw-http.ts';
import { logged, type RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { until } from '../../support/until.ts';

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a PostgreSQL server', { retry: 0 }, () => {
  let cluster: Cluster;
  let own: StockedShop;
  let server: RunningShop;

  beforeAll(async () => {
    const started = await startCluster();
    if ('reason' in started) throw new Error(started.reason);
    cluster = started;
    own = await stockedShop(
      [{ cod_catalog: 'BEB-001' }],
      {},
      { DATABASE_URL: await createDatabase(cluster.url, 'frozen') },
    );
    server = await own.serve({ LOG_LEVEL: 'info' });
  });
  afterAll(async () => {
    await own?.dispose();
    await cluster?.stop();
  });

  const readiness = async () => (await call<object>(server.url, '/api/ready/')).status;
  const consent = () => post<ErrorAnswer>(server.url, '/api/consent/', { choice: 'all', version: '1' });
  const consents = async () => (await own.ctx.db.read.selectFrom('consents').select('choice').execute()).length;

  it('makes the shop not ready within five seconds when it freezes: calls are 503, pages work, and no statement runs late', async () => {
    expect(await readiness()).toBe(200);
    expect((await consent()).status).toBe(201);
    await own.ctx.db.read.selectFrom('consents').select('choice').execute();
    const thaw = await cluster.freeze();
    try {
      expect(await readiness()).toBe(503);
      await logged(server, 'The database did not answer within 3000 ms');
      const calls = [consent(), consent(), call<ErrorAnswer>(server.url, '/api/stock/')];
      for (const address of ['/', '/de/cart', '/impressum', '/api/health/'])
        expect((await request(server.url, address)).status, address).toBe(200);
      for (const { status, headers, body } of await Promise.all(calls)) {
        expect([status, (body as ErrorAnswer).code]).toEqual([503, 'service_unavailable']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
    } finally {
      thaw();
    }
    await until('it is ready', async () => (await readiness()) === 200);
    const before = await consents();
    for (let written = 1; written <= 12; written++) expect((await consent()).status).toBe(201);
    expect(await consents()).toBe(before + 12);
    expect((await call<object>(server.url, '/api/stock/')).status).toBe(200);
  });

  it('makes health and calls 503 when it stops: built pages work, and rendered pages wait until it runs again', async () => {
    await cluster.halt();
    expect(await readiness()).toBe(503);
    const pages = ['/search/agua', '/de/login'].map((address) => request(server.url, address));
    for (const { status, headers, body } of [await consent(), await call<ErrorAnswer>(server.url, '/api/stock/')]) {
      expect([status, (body as ErrorAnswer).code]).toEqual([503, 'service_unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    for (const address of ['/', '/de/cart']) expect((await request(server.url, address)).status, address).toBe(200);
    await cluster.resume();
    for (const page of await Promise.all(pages)) {
      expect(page.status).toBe(200);
      expect(page.body.toString()).toContain('</html>');
    }
  });
});
