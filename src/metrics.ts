/**
 * Metrics of this process for a monitor: requests, and the state of shop, disk and database. No personal data, no URLs.
 */
import { stat } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import packageJson from '#package.json' with { type: 'json' };
import { ALARMS, findAlarms } from '#src/features/overview/server/alarms.repository.ts';
import { countOrders } from '#src/features/overview/server/figures.repository.ts';
import { countMailsGivenUp, countUnknownPayments } from '#src/features/overview/server/waiting.repository.ts';
import { indexedProducts } from './features/search/server/follow.ts';
import type { Context } from './server/context.ts';
import { freeBytes } from './server/disk.ts';
import { jobAges } from './server/jobs.ts';
import { listen } from './server/listen.ts';
import { countWaitingMails } from './server/outbox/outbox.repository.ts';
import type { LiveSite } from './site/serve/live-site.ts';
import { checkShop } from './site/shop-state.loader.ts';
import type { ObserveRequest } from './site/serve/request-handler.ts';
import { RECORD } from './site/site-record.ts';

/** PayPal responds within this time even when it is slow, so only older payments count as without an outcome. */
const UNKNOWN_AFTER_MS = 10 * 60_000;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const HOST = '127.0.0.1';

interface Metrics {
  observe: ObserveRequest;
  close: () => void;
}

/** Serves the metrics to this machine only. Throws ConfigError when METRICS_PORT cannot be used. */
export async function openMetrics(ctx: Context, site: Pick<LiveSite, 'build'>): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const observe = countRequests(registry);
  const readShop = registerShop(registry, ctx, site);
  const server = http.createServer((req, res) => void answer(req.url ?? '', res));
  await listen(server, { host: HOST, port: ctx.config.metricsPort!, setting: 'METRICS_PORT' });
  ctx.log.info({ url: `http://${HOST}:${ctx.config.metricsPort}/metrics` }, 'metrics');
  return {
    observe,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };

  async function answer(url: string, res: http.ServerResponse): Promise<void> {
    if (url !== '/metrics') return void res.writeHead(404).end();
    try {
      await readShop();
      res.setHeader('content-type', registry.contentType).end(await registry.metrics());
    } catch (error) {
      ctx.log.error({ err: error }, 'metrics failed');
      res.writeHead(500).end();
    }
  }
}

function countRequests(registry: Registry): ObserveRequest {
  const registers = [registry];
  const requests = new Counter({
    name: 'shop_http_requests_total',
    help: 'Requests by route and status',
    labelNames: ['route', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'shop_http_request_duration_seconds',
    help: 'Time from a request to the end of its response, which includes a slow client',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  return ({ route, status, seconds }) => {
    requests.inc({ route, status });
    duration.observe({ route }, seconds);
  };
}

/** Registers the gauges; the returned function reads their values. */
function registerShop(registry: Registry, ctx: Context, site: Pick<LiveSite, 'build'>): () => Promise<void> {
  const gauge = <L extends string = never>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge<L>({ name: `shop_${name}`, help, labelNames, registers: [registry] });
  gauge('info', 'The running version', 'version').set({ version: packageJson.version }, 1);
  const checks = gauge('check_ok', 'Checks of /api/ready/: 1 is ok', 'check');
  // Prometheus gives every series the label `job` of its own configuration, and renames ours.
  const jobs = gauge('job_age_seconds', 'Time since a job last succeeded in this process', 'task');
  const build = gauge('build_age_seconds', 'Time since the served pages were built');
  const disk = gauge('disk_free_bytes', 'Room for this user on the disk of a folder', 'folder');
  const pool = gauge('database_connections', "This process's connections, and callers that wait for one", 'state');
  const index = gauge('search_index_products', "Products in this process's search index");
  const orders = gauge('orders', 'Orders in the database');
  const lastOrder = gauge('last_order_timestamp_seconds', 'When the last order was placed');
  const unknown = gauge('payments_unknown', 'Payments without an outcome for ten minutes');
  const mails = gauge('outbox_mails', 'Mails that wait or are being sent');
  const oldest = gauge('outbox_oldest_seconds', 'Time since the oldest of these mails was written');
  const givenUp = gauge('outbox_given_up', 'Mails that failed at every attempt of two days and wait for a person');

  const alarms = gauge('alarm', 'Faults that the owner is mailed: 1 is on', 'alarm');

  return async () => {
    const readiness = await checkShop(ctx);
    for (const [check, result] of Object.entries(readiness.checks)) checks.set({ check }, result === 'ok' ? 1 : 0);
    for (const { name, ageMs } of jobAges(ctx)) jobs.set({ task: name }, ageMs / 1000);
    index.set(indexedProducts(ctx));
    for (const [state, count] of Object.entries(ctx.db.pool() ?? {})) pool.set({ state }, count);
    const { mtimeMs } = await stat(path.join(ctx.config.distDir, 'builds', site.build.name, RECORD)).catch(() => ({
      mtimeMs: NaN,
    }));
    build.set((Date.now() - mtimeMs) / 1000);
    for (const [folder, place] of [
      ['data', ctx.config.dataDir],
      ['dist', ctx.config.distDir],
    ] as const)
      disk.set({ folder }, await freeBytes(place).catch(() => 0));
    // Otherwise each value would wait for an unresponsive database.
    if (readiness.checks.database === 'unreachable')
      return [orders, lastOrder, unknown, mails, oldest, givenUp, alarms].forEach((one) => one.reset());
    const now = ctx.now().getTime();
    const placed = await countOrders(ctx.db.read);
    const waiting = await countWaitingMails(ctx.db.read);
    const present = await findAlarms(ctx.db.read);
    for (const alarm of ALARMS) alarms.set({ alarm }, present.has(alarm) ? 1 : 0);
    orders.set(placed.total);
    if (placed.lastAt) lastOrder.set(Date.parse(placed.lastAt) / 1000);
    unknown.set(await countUnknownPayments(ctx.db.read, new Date(now - UNKNOWN_AFTER_MS).toISOString()));
    mails.set(waiting.total);
    givenUp.set(await countMailsGivenUp(ctx.db.read));
    oldest.set(waiting.oldestAt ? Math.max(0, now - Date.parse(waiting.oldestAt)) / 1000 : 0);
  };
}
