import { afterAll, beforeAll, expect, it } from 'vitest';
import { startJobs } from '#src/server/jobs.ts';
import { checkReadiness } from '#src/server/readiness.ts';
import { freshShop, type FreshShop } from '../../support/shops/fresh-shop.ts';

const HOUR_MS = 3600_000;
let own: FreshShop;

beforeAll(async () => {
  own = await freshShop({ DIST_DIR: 'src' });
});
afterAll(() => own?.dispose());

const check = (hasBuild: boolean, now?: number) =>
  checkReadiness(own.ctx, {
    readDatabase: async () => {},
    hasBuild: () => hasBuild,
    ...(now !== undefined && { now }),
  });

it('a server with a hanging job or a missing build is not ready', async () => {
  const stop = startJobs(own.ctx, [{ name: 'mail', pauseMs: HOUR_MS, run: async () => {} }]);
  const well = { database: 'ok', disk: 'ok', jobs: 'ok', build: 'ok' };
  expect(await check(true)).toEqual({ isReady: true, checks: well });
  expect(await check(true, performance.now() + 2 * HOUR_MS)).toEqual({
    isReady: false,
    checks: { ...well, jobs: 'late' },
  });
  expect(await check(false)).toEqual({ isReady: false, checks: { ...well, build: 'missing' } });
  await stop();
});
