import { execFileSync } from 'node:child_process';
import { call } from '../support/call.ts';
import { startShop, type RunningShop } from '../support/server.ts';
import { TEST_ROOT } from '../support/site.ts';
import { buildDemo, type ShopEnv } from './bench-shop.ts';
import { inFolder, undoLater } from './clean-up.ts';
import { CONNECTIONS, load } from './load.ts';
import { number, table, tell } from './report.ts';

const WARM_UP_SECONDS = 2;
const MANY_CONNECTIONS = 256;
const CATEGORY = 'bebidas';
const CARDS = 24;

/** How many answers a second the built server gives with the demo catalogue, how long one takes, and what it does under strain. */
export function benchServer(seconds: number, strainSeconds: number): Promise<string> {
  return inFolder(TEST_ROOT, async (folder) => {
    const env = await buildDemo(folder);
    const start = await firstAnswer(env);
    const shop = await startShop(serverEnv(env));
    const end = undoLater(() => shop.process.kill('SIGKILL'));
    try {
      return [await loads(shop, seconds), await strain(shop, strainSeconds), `First answer ${number(start)} ms after the start.`].join(
        '\n\n',
      );
    } finally {
      await shop.stop();
      end();
    }
  });
}

const serverEnv = (env: ShopEnv) => ({ ...env, DATABASE_URL: '', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' });

/** Milliseconds; the second start, whose compiled code is there from the first. */
async function firstAnswer(env: ShopEnv): Promise<number> {
  await (await startShop(serverEnv(env))).stop();
  const begin = performance.now();
  const shop = await startShop(serverEnv(env));
  await fetch(`${shop.url}/`);
  const took = performance.now() - begin;
  await shop.stop();
  return took;
}

async function addressesOf({ url }: RunningShop) {
  const { body } = await call(url, `/api/?limit=${CARDS}`);
  return [
    ['prerendered page', `/category/${CATEGORY}/`],
    ['category, API', `/api/category/${CATEGORY}/`],
    ['availability', `/api/availability/?ids=${body.products.map(({ id }) => id).join(',')}`],
    ['search, API', '/api/search/feijao/'],
    ['search page', '/search/feijao/'],
  ] as const;
}

async function loads(shop: RunningShop, seconds: number): Promise<string> {
  const rows: string[][] = [];
  for (const [name, address] of await addressesOf(shop)) {
    tell(`server: ${name}`);
    await load([shop.url + address], WARM_UP_SECONDS);
    const { perSecond, p50, p99, failed } = await load([shop.url + address], seconds);
    rows.push([`${name}: \`${address.replace(/=.*/, `=… (${CARDS})`)}\``, number(perSecond), String(p50), String(p99), String(failed)]);
  }
  return table([`server, ${CONNECTIONS} connections, ${seconds} s each`, 'requests/s', 'p50 ms', 'p99 ms', 'failed'], rows);
}

/** All kinds of requests in turn, from many at once. */
async function strain(shop: RunningShop, seconds: number): Promise<string> {
  tell(`server: ${MANY_CONNECTIONS} connections`);
  const urls = (await addressesOf(shop)).map(([, address]) => shop.url + address);
  const before = memoryOf(shop);
  const half = Math.ceil(seconds / 2);
  const [first, between, second] = [
    await load(urls, half, { connections: MANY_CONNECTIONS }),
    memoryOf(shop),
    await load(urls, half, { connections: MANY_CONNECTIONS }),
  ];
  const columns = [
    `all in turn, ${MANY_CONNECTIONS} connections, ${seconds} s`,
    'requests/s',
    'p99 ms',
    'failed',
    'memory MiB: before',
    'half-way',
    'after',
  ];
  const average = (first.perSecond + second.perSecond) / 2;
  const row = [number(average), String(Math.max(first.p99, second.p99)), String(first.failed + second.failed)];
  return table(columns, [['', ...row, ...[before, between, memoryOf(shop)].map((mib) => number(mib))]]);
}

/** Resident, MiB. */
const memoryOf = ({ process }: RunningShop): number => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(process.pid)])) / 1024;
