import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBuyer } from '../../support/people/buyer.ts';
import { freePort } from '../../support/outside/free-port.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { request } from '../../support/outside/raw-http.ts';
import { until } from '../../support/until.ts';

const PROMTOOL = process.env
  .PATH!.split(path.delimiter)
  .map((folder) => path.join(folder, 'promtool'))
  .find((file) => existsSync(file));

let own: PayingShop;
let port: number;

beforeAll(async () => {
  port = await freePort();
  own = await payingShop({ METRICS_PORT: String(port) });
});
afterAll(() => own?.dispose());

const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
/** The value of a series, such as `shop_orders` or `shop_check_ok{check="disk"}`. */
const valueIn = (text: string, series: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
};

describe('the metrics', () => {
  it('count requests by route and status, without addresses or typed text', async () => {
    const buyer = await newBuyer(own.ctx, own.server.url);
    const { checkoutId, paypalOrderId } = await buyer.begin([
      { productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 },
    ]);
    await own.paypal.approve(paypalOrderId);
    await buyer.capture(checkoutId);
    const secrets = [
      '/reset_password/geheim-1',
      '/search/geheim-2',
      '/geheim-3/ana@kunde.example',
      '/api/geheim-4/',
      '/fr/geheim-5',
      '/%E0geheim-6',
    ];
    for (const address of [...secrets, '/search/geheim-2', '/de/', '/impressum', '/robots.txt', '/media/geheim-7.webp'])
      await request(own.server.url, address);
    const counted = (text: string) =>
      valueIn(text, 'shop_http_requests_total{route="/[...locale]/search/[...term]",status="200"}');
    await until('both searches are counted', async () => counted(await read()) === 2);
    const text = await read();
    for (const route of ['/', '/impressum', '/robots.txt', '/api/checkout', '/api/checkout/[checkoutId]/capture'])
      expect(valueIn(text, `shop_http_request_duration_seconds_count{route="${route}"}`), route).toBeGreaterThan(0);
    expect(valueIn(text, 'shop_http_requests_total{route="none",status="404"}')).toBeGreaterThan(0);
    for (const personal of [/geheim/, buyer.email, checkoutId, paypalOrderId, /127\.0\.0\.1/])
      expect(text).not.toMatch(personal);
  });

  it('include orders, payments, mails, jobs, checks, disk, pages and index', async () => {
    const text = await read();
    const value = (series: string) => valueIn(text, `shop_${series}`);
    expect(value('orders')).toBe(1);
    expect(value('last_order_timestamp_seconds')).toBeCloseTo(Date.now() / 1000, -3);
    expect(value('payments_unknown')).toBe(0);
    expect(value('outbox_mails')).toBeGreaterThanOrEqual(0);
    expect(value('outbox_oldest_seconds')).toBeGreaterThanOrEqual(0);
    expect(value('outbox_given_up')).toBe(0);
    expect(value('search_index_products')).toBe(4);
    expect(value('build_age_seconds')).toBeGreaterThan(0);
    for (const check of ['database', 'disk', 'jobs', 'build'])
      expect(value(`check_ok{check="${check}"}`), check).toBe(1);
    for (const job of ['mail', 'reconcile', 'clean-up', 'maintenance'])
      expect(value(`job_age_seconds{task="${job}"}`), job).toBeGreaterThanOrEqual(0);
    for (const folder of ['data', 'dist']) expect(value(`disk_free_bytes{folder="${folder}"}`)).toBeGreaterThan(0);
    if (own.ctx.db.engine === 'postgres') expect(value('database_connections{state="total"}')).toBeGreaterThan(0);
  });

  it('are on a separate port that only this machine reaches', async () => {
    expect((await request(own.server.url, '/metrics')).status).toBe(404);
    const elsewhere = Object.values(os.networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4');
    if (elsewhere) await expect(fetch(`http://${elsewhere.address}:${port}/metrics`)).rejects.toThrow();
  });

  it.each(['docs/alerts.yml', 'docs/grafana-dashboard.json'])('include every metric that %s uses', async (file) => {
    const text = await read();
    const names = new Set(readFileSync(file, 'utf8').match(/\b(?:shop|process|nodejs)_[a-z0-9_]+/g));
    expect(names.size).toBeGreaterThan(5);
    // SQLite has one connection and no pool, but the metric is described.
    for (const name of names) expect(text, name).toContain(`# TYPE ${name.replace(/_bucket$/, '')} `);
  });
});

if (!PROMTOOL)
  console.log(
    'Skipped: promtool on metrics and alert rules, because it is not on this machine: apt-get install prometheus',
  );
describe.runIf(PROMTOOL)('promtool', () => {
  const promtool = (args: string[], input = '', cwd = '.') => {
    const { status, stdout, stderr } = spawnSync(PROMTOOL!, args, { input, cwd, encoding: 'utf8' });
    expect(status, stdout + stderr).toBe(0);
  };

  it('accepts the metrics', async () => {
    // Node's own gauges are named by prom-client.
    const ours = (await read()).split('\n').filter((line) => /^(?:# (?:HELP|TYPE) )?shop_/.test(line));
    promtool(['check', 'metrics'], `${ours.join('\n')}\n`);
  });

  it('accepts the alert rules, which fire when they must', () => {
    promtool(['check', 'rules', path.resolve('docs/alerts.yml')]);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-alerts-'));
    copyFileSync('docs/alerts.yml', path.join(folder, 'alerts.yml'));
    copyFileSync('tests/support/data/alerts.test.yml', path.join(folder, 'alerts.test.yml'));
    promtool(['test', 'rules', 'alerts.test.yml'], '', folder);
    rmSync(folder, { recursive: true });
  });
});
