import { tmpdir } from 'node:os';
import { createContext } from '#src/server/context.ts';
import { readConfig } from '#src/settings/environment/config.ts';
import { createDatabase, startCluster } from '../support/outside/postgres.ts';
import { inFolder, undoLater } from './clean-up.ts';
import { number, table, tell } from './report.ts';

const ADDRESSES = [1, 100, 1000];
const WARM_UP = 20;
const TIMES = 200;

/**
 * What a server pays to add its calls to those of the other servers once a second, and what asking the database for
 * each call would cost.
 */
export async function benchLimits(): Promise<string> {
  const cluster = await startCluster({ durable: true });
  if ('reason' in cluster) return `Not measured: ${cluster.reason}.`;
  const end = undoLater(() => cluster.run(`pg_ctl stop -D ${cluster.data} -m immediate`));
  try {
    return await inFolder(tmpdir(), async (folder) => measure(await createDatabase(cluster.url, 'limits'), folder));
  } finally {
    end();
    await cluster.stop();
  }
}

async function measure(databaseUrl: string, folder: string): Promise<string> {
  const ctx = createContext(readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: folder, LOG_LEVEL: 'silent' }));
  try {
    await ctx.db.migrate();
    const limiter = ctx.db.limiter('each', 1_000_000, 60);
    const rows = [['asking for each call', await cost(() => limiter.consume('203.0.113.9'))]];
    for (const count of ADDRESSES) {
      tell(`limits: ${count} addresses`);
      const counts = new Map(Array.from({ length: count }, (_, n) => [`calls:${n}`, 1]));
      rows.push([`adding up ${count} addresses, once a second`, await cost(() => ctx.db.shareCounts!(counts, 60))]);
    }
    return table(['limits of calls on PostgreSQL, fsync on', 'ms each'], rows);
  } finally {
    await ctx.db.close();
  }
}

async function cost(act: () => Promise<unknown>): Promise<string> {
  for (let time = 0; time < WARM_UP; time++) await act();
  const begin = performance.now();
  for (let time = 0; time < TIMES; time++) await act();
  return number((performance.now() - begin) / TIMES, 2);
}
