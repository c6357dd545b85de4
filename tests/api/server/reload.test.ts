import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../support/people/call.ts';
import { freePort } from '../../support/outside/free-port.ts';
import { hammer } from '../../support/hammer.ts';
import { request } from '../../support/outside/raw-http.ts';
import { logged, startShop, type RunningShop } from '../../support/shops/server.ts';
import { SITE_DIST, TEST_ROOT } from '../../support/shops/site.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { until } from '../../support/until.ts';

let own: StockedShop;
let folder: string;
let shop: RunningShop;
let metrics: string;
/** The engine's settings, which the file has, because variables of the process would take precedence. */
let database: string;

/** Settings with a PayPal client id, which the browser receives, so that each response shows its settings. */
const account = (id: string) =>
  `PAYPAL_CLIENT_ID=${id}\nPAYPAL_CLIENT_SECRET=secret-of-${id}\nPAYPAL_WEBHOOK_ID=HOOK1\nPAYPAL_API_BASE=http://127.0.0.1:9\n`;
const write = (settings: string) => writeFileSync(path.join(folder, '.env'), database + settings);
const reload = () => shop.process.kill('SIGHUP');
const accountNow = async () =>
  (await call<{ paypalClientId: string }>(shop.url, '/api/paypal-client-id/')).body.paypalClientId;

beforeAll(async () => {
  own = await stockedShop([{ cod_catalog: 'BEB-001', product_name: 'Mate Tostado' }]);
  // A folder of its own for `.env`, inside the project, because the server imports the project's packages.
  folder = mkdtempSync(path.join(TEST_ROOT, 'reload-'));
  symlinkSync(path.resolve('src'), path.join(folder, 'src'));
  cpSync(SITE_DIST, path.join(folder, 'dist'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !/[\\/]astro$/.test(file),
  });
  metrics = `METRICS_PORT=${await freePort()}\n`;
  const { DATA_DIR, DATABASE_URL, ...env } = own.env;
  database = DATABASE_URL === undefined ? '' : `DATABASE_URL=${DATABASE_URL}\n`;
  write(account('first') + metrics);
  const settings = { ...env, DATA_DIR: DATA_DIR!, DIST_DIR: 'dist', PORT: String(await freePort()), LOG_LEVEL: 'info' };
  shop = await startShop(settings, 'src/cli/serve.ts', undefined, undefined, folder);
});
afterAll(async () => {
  await shop?.stop();
  await own?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

it('SIGHUP loads new settings and secrets without refusing a connection', async () => {
  expect(await accountNow()).toBe('first');
  const shoppers = hammer(shop.url, ['/', '/search/mate', '/api/stock/']);
  const newcomers = hammer(shop.url, ['/de/', '/api/stock/'], 4, { keepAlive: false });
  write(account('second') + metrics); // both servers have the port for a moment
  reload();
  await until('the new settings are in force', async () => (await accountNow()) === 'second');
  await logged(shop, '"why":"retire"');
  for (const { requests, failures } of [await shoppers.stop(), await newcomers.stop()]) {
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(10);
  }
});

it.each([
  ['mistakes', `${account('third')}TRUST_PROXY=many\n`, 'TRUST_PROXY'],
  [
    'another database',
    `${account('third')}DATABASE_URL=postgres://shop@127.0.0.1:9/elsewhere\n`,
    'only a restart can follow',
  ],
])('the server keeps its settings when the new ones have %s, and logs the reason', async (_what, settings, why) => {
  const before = shop.log().length;
  write(settings);
  reload();
  await until('the refusal is told', () => shop.log().slice(before).includes('The server continues with its settings'));
  expect(shop.log().slice(before)).toContain(why);
  expect(await accountNow()).toBe('second');
  expect((await request(shop.url, '/de/')).status).toBe(200);
});

it('the server keeps running when the next one cannot start with the new settings', async () => {
  const before = shop.log().length;
  const other = net.createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  write(`${account('third')}METRICS_PORT=${(other.address() as net.AddressInfo).port}\n`);
  reload();
  await until('the failure is told', () => shop.log().slice(before).includes('The previous server continues'));
  other.close();
  expect(shop.log().slice(before)).toContain('METRICS_PORT');
  expect(await accountNow()).toBe('second');
});
