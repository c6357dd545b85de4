import { execFileSync } from 'node:child_process';
import { call } from '../support/call.ts';
import { startShop } from '../support/server.ts';
import { TEST_ROOT } from '../support/site.ts';
import { buildDemo, type ShopEnv } from './bench-shop.ts';
import { inFolder, undoLater } from './clean-up.ts';
import { CONNECTIONS, load } from './load.ts';
import { number, table, tell } from './report.ts';

const WARM_UP_SECONDS = 1;
const CATEGORY = 'bebidas';
const CARDS = 24;

/** How many answers a second the built server gives with the demo catalogue, and how long one takes. */
export function benchServer(seconds: number): Promise<string> {
  return inFolder(TEST_ROOT, async (folder) => loadServer(await buildDemo(folder), seconds));
}

async function loadServer(env: ShopEnv, seconds: number): Promise<string> {
  const shop = await startShop({ ...env, DATABASE_URL: '', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'silent' });
  const end = undoLater(() => shop.process.kill('SIGKILL'));
  try {
    const { body } = await call(shop.url, `/api/?limit=${CARDS}`);
    const addresses = [
      ['prerendered page', `/category/${CATEGORY}/`],
      ['category, API', `/api/category/${CATEGORY}/`],
      ['availability', `/api/availability/?ids=${body.products.map(({ id }) => id).join(',')}`],
      ['search, API', '/api/search/feijao/'],
      ['search page', '/search/feijao/'],
    ] as const;
    const before = memoryOf(shop.process.pid!);
    const rows: string[][] = [];
    for (const [name, address] of addresses) {
      tell(`server: ${name}`);
      await load(shop.url + address, WARM_UP_SECONDS);
      const { perSecond, p50, p99, failed } = await load(shop.url + address, seconds);
      rows.push([`${name}: \`${address.replace(/=.*/, `=… (${CARDS})`)}\``, number(perSecond), String(p50), String(p99), String(failed)]);
    }
    const memory = `Server's memory: ${number(before)} MiB before, ${number(memoryOf(shop.process.pid!))} MiB after.`;
    const columns = [`server, ${CONNECTIONS} connections, ${seconds} s each`, 'requests/s', 'p50 ms', 'p99 ms', 'failed'];
    return `${table(columns, rows)}\n\n${memory}`;
  } finally {
    await shop.stop();
    end();
  }
}

/** Resident, MiB. */
const memoryOf = (pid: number): number => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024;
