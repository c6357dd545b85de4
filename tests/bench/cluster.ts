/** What one, two and three shops behind HAProxy answer, and what each answer costs the parts of the cluster. */
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '#src/settings/environment/config.ts';
import { closeContext, createContext, type Context } from '#src/server/context.ts';
import { countWaitingMails } from '#src/server/outbox/outbox.repository.ts';
import { startTestCluster, type TestCluster } from '../cluster/cluster.ts';
import { withoutCluster } from '../cluster/programs.ts';
import { clusterShops, throughFront, type ClusterShop } from '../cluster/shops.ts';
import buildSite from '../support/shops/build-site.ts';
import { emulatorProcess, type EmulatorProcess } from '../support/outside/emulator.ts';
import { idsOf, setProduct } from '../support/people/order-rows.ts';
import { SITE_DATA } from '../support/shops/site.ts';
import { until } from '../support/until.ts';
import { place } from './checkout.ts';
import { undoLater } from './clean-up.ts';
import { load } from './load.ts';
import { run } from './measure.ts';
import { processorTime } from './processor-time.ts';
import { number, table, tell } from './report.ts';
import { CATEGORY_PAGE, differentSearches } from './server.ts';

const BUYERS = 16;
/** A drink of the demo catalogue that anybody may buy. */
const CODE = 'BEB-001';
/** HAProxy asks a shop every two seconds whether it is ready. */
const NOTICED_MS = 5_000;
const WARM_UP_SECONDS = 2;

/** The part `cluster` of `npm run bench`. */
export async function benchCluster(seconds: number): Promise<string> {
  const missing = withoutCluster();
  if (missing) return `Not measured: ${missing}.`;
  await buildSite();
  tell('cluster: starting three machines');
  const paypal = await emulatorProcess();
  const cluster = await startTestCluster();
  const end = undoLater(() => {
    paypal.kill();
    void cluster.stop();
  });
  const env = {
    DATA_DIR: SITE_DATA,
    SITE_URL: 'http://localhost:4321',
    PAYPAL_API_BASE: paypal.url,
    RATE_LIMIT_PER_MINUTE: '0',
    TRUST_PROXY: '2',
    LOG_LEVEL: 'silent',
    DATABASE_URL: cluster.databaseUrl(),
  };
  const ctx = createContext(readConfig(env));
  const shops = clusterShops(cluster, () => env);
  try {
    await run(['src/cli/shop.ts', 'catalogue', 'import'], env);
    await setProduct(ctx, CODE, { quantity_available: 1_000_000 });
    const rows: string[][] = [];
    for (const [index, shop] of shops.entries()) {
      await shop.start();
      await throughFront(cluster);
      await wait(NOTICED_MS);
      rows.push(...(await measureAll({ cluster, ctx, paypal, shops: shops.slice(0, index + 1) }, seconds)));
    }
    return table(
      [
        'through HAProxy',
        'shops',
        'answers/s',
        'p99 ms',
        'failed',
        ...PARTS.map((part) => `${part}, ms`),
        'all of it, ms',
      ],
      rows.sort(([a = ''], [b = '']) => a.localeCompare(b)),
    );
  } finally {
    await Promise.all(shops.map((shop) => shop.end('SIGKILL')));
    await closeContext(ctx);
    await paypal.stop();
    await cluster.stop();
    end();
  }
}

interface Parts {
  cluster: TestCluster;
  ctx: Context;
  paypal: EmulatorProcess;
  shops: ClusterShop[];
}

const PARTS = ['shops', 'PostgreSQL', 'HAProxy', 'Patroni and etcd'] as const;

const pidsOf = ({
  cluster: { machines, frontProxy },
  shops,
}: Parts): Record<(typeof PARTS)[number], (number | undefined)[]> => ({
  shops: shops.map((shop) => shop.pid()),
  PostgreSQL: machines.map(({ postgresPid }) => postgresPid()),
  HAProxy: [frontProxy, ...machines.map(({ haproxy }) => haproxy)].map((proxy) => proxy.pid()),
  'Patroni and etcd': machines.flatMap(({ patroni, etcd }) => [patroni.pid(), etcd.pid()]),
});

interface Measured {
  perSecond: number;
  p99?: number;
  failed: number;
}

async function measureAll(parts: Parts, seconds: number): Promise<string[][]> {
  const { cluster, ctx, paypal, shops } = parts;
  const [page, searches] = [
    [cluster.front + CATEGORY_PAGE],
    differentSearches().pages.map((address) => cluster.front + address),
  ];
  const ids = await idsOf(ctx);
  const stock = `${cluster.front}/api/availability/?ids=${Object.values(ids).slice(0, 24).join(',')}`;
  const productId = ids[CODE]!;
  const acts: [string, (duration: number) => Promise<Measured>][] = [
    ['a prerendered page', (duration) => load(page, duration)],
    ['a call: stock of 24 products', (duration) => load([stock], duration)],
    ['a search page, a new one each time', (duration) => load(searches, duration)],
    [
      `an order with its mails, ${BUYERS} buyers`,
      async (duration) => {
        const placed = await place({ ctx, paypal, url: cluster.front, buyers: BUYERS, productId }, duration);
        await until('all mails are sent', async () => (await countWaitingMails(ctx.db.read)).total === 0, 120);
        return placed;
      },
    ],
  ];
  tell(`cluster: ${shops.length} shops, nobody asks`);
  const idle = await spentDuring(parts, () => wait(seconds * 1000));
  const row = (name: string, figures: string[], ms: number[]) => [
    name,
    String(shops.length),
    ...figures,
    ...[...ms, ms.reduce((sum, one) => sum + one, 0)].map((one) => number(one, 2)),
  ];
  const rows = [
    row(
      'nobody asks: ms of each second',
      ['', '', ''],
      idle.map((ms) => ms / seconds),
    ),
  ];
  for (const [name, act] of acts) {
    tell(`cluster: ${shops.length} shops, ${name}`);
    await act(WARM_UP_SECONDS);
    let measured: Measured = { perSecond: 0, failed: 0 };
    const begin = performance.now();
    const spent = await spentDuring(parts, async () => void (measured = await act(seconds)));
    const { perSecond, p99, failed } = measured;
    const took = (performance.now() - begin) / 1000;
    // What the parts do anyway, such as asking each other whether they live, is no part of an answer.
    const each = spent.map((ms, part) => Math.max(0, ms - (idle[part]! / seconds) * took) / (perSecond * seconds));
    rows.push(row(name, [number(perSecond), p99 === undefined ? '' : number(p99), String(failed)], each));
  }
  return rows;
}

/** Processor time of each part in ms. */
async function spentDuring(parts: Parts, act: () => Promise<void>): Promise<number[]> {
  const before = timesOf(parts);
  await act();
  return timesOf(parts).map((ms, part) => ms - before[part]!);
}

const timesOf = (parts: Parts): number[] => PARTS.map((part) => processorTime(pidsOf(parts)[part]));
