import { ARGON2 } from '#src/server/auth/password-hash.ts';
import { newCustomer, type Customer } from '../support/people/accounts.ts';
import { startShop } from '../support/shops/server.ts';
import { TEST_ROOT } from '../support/shops/site.ts';
import { buildDemo, type ShopEnv } from './bench-shop.ts';
import { inFolder, undoLater } from './clean-up.ts';
import { CONNECTIONS, LATE_MS, load, LOAD_COLUMNS, loadCells, type Load } from './load.ts';
import { table, tell } from './report.ts';

const WARM_UP_SECONDS = 1;

/** How many people can sign in per second, and how long it takes to identify the caller. */
export function benchAccounts(seconds: number): Promise<string> {
  return inFolder(TEST_ROOT, async (folder) => loadAccounts(await buildDemo(folder), seconds));
}

async function loadAccounts(env: ShopEnv, seconds: number): Promise<string> {
  const shop = await startShop({
    ...env,
    DATABASE_URL: '',
    TRUST_PROXY: '1',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
  });
  const end = undoLater(() => shop.process.kill('SIGKILL'));
  try {
    tell('accounts: opening accounts');
    const customers: Customer[] = [];
    for (let index = 0; index < CONNECTIONS; index++) customers.push(await newCustomer(shop.url));
    const url = `${shop.url}/api/session/`;
    const headers = { cookie: `session=${customers[0]!.visitor.cookies.get('session')}` };
    tell('accounts: logins');
    await logIn(customers, WARM_UP_SECONDS);
    const logins = await logIn(customers, seconds);
    tell('accounts: session check');
    await load([url], WARM_UP_SECONDS, { headers });
    const rows: [string, Load][] = [
      ['login: `POST /api/login_verify/`', logins],
      ['session check: `GET /api/session/`', await load([url], seconds, { headers })],
      ['session check of nobody', await load([url], seconds)],
    ];
    const [beside] = await Promise.all([load([url], seconds, { headers }), logIn(customers, seconds)]);
    rows.push([`session check beside ${CONNECTIONS} who log in`, beside]);
    const { memoryCost, timeCost, parallelism } = ARGON2;
    const columns = [`accounts, ${CONNECTIONS} connections, ${seconds} s each`, ...LOAD_COLUMNS];
    const cells = rows.map(([name, seen]) => [name, ...loadCells(seen)]);
    return `${table(columns, cells)}\n\nargon2id: ${memoryCost / 1024} MiB, ${timeCost} passes, ${parallelism} lane.`;
  } finally {
    await shop.stop();
    end();
  }
}

/** Concurrent sign-ins, each to another account, because one account may not try so often. */
async function logIn(customers: Customer[], seconds: number): Promise<Load> {
  const times: number[] = [];
  let failed = 0;
  const begin = performance.now();
  const over = begin + seconds * 1000;
  const people = customers.map(async ({ visitor, email, password }) => {
    while (performance.now() < over) {
      const start = performance.now();
      const { status } = await visitor.post('/api/login_verify/', { email, password });
      if (status !== 200) failed++;
      times.push(performance.now() - start);
    }
  });
  await Promise.all(people);
  const took = (performance.now() - begin) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (part: number) => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? 0);
  return {
    perSecond: times.length / took,
    p50: percentile(0.5),
    p99: percentile(0.99),
    failed,
    late: times.filter((ms) => ms > LATE_MS).length,
  };
}
