import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { call } from '../support/people/call.ts';
import { request } from '../support/outside/raw-http.ts';
import { startNginx, withoutNginx } from '../support/outside/nginx.ts';
import { startShop, type RunningShop } from '../support/shops/server.ts';
import { TEST_ROOT } from '../support/shops/site.ts';
import { buildDemo, type ShopEnv } from './bench-shop.ts';
import { inFolder, undoLater } from './clean-up.ts';
import { CONNECTIONS, load, LOAD_COLUMNS, loadCells } from './load.ts';
import { number, table, tell } from './report.ts';

const WARM_UP_SECONDS = 2;
const MANY_CONNECTIONS = 256;
const CATEGORY = 'bebidas';
export const CATEGORY_PAGE = `/category/${CATEGORY}/`;
const CARDS = 24;
const PAGES = [
  ['prerendered page', CATEGORY_PAGE],
  ['search page', '/search/feijao/'],
] as const;

/**
 * Answers per second of the built server with the demo catalogue, their duration, and the server's behaviour under
 * load.
 */
export function benchServer(seconds: number, strainSeconds: number): Promise<string> {
  return inFolder(TEST_ROOT, async (folder) => {
    const env = await buildDemo(folder);
    const start = await firstAnswer(env);
    const shop = await startShop(loadEnv(env));
    const end = undoLater(() => shop.process.kill('SIGKILL'));
    try {
      const same = (await addressesOf(shop)).map(([, address]) => shop.url + address);
      const different = differentSearches().pages.map((address) => shop.url + address);
      const tables = [
        await loads(shop, seconds),
        await behindNginx(shop, seconds),
        await strain(shop, 'all of the first table in turn', same, strainSeconds),
        await differing(shop, seconds),
        await strain(shop, 'different search pages', different, Math.ceil(strainSeconds / 10)),
        await byDictionary(shop, seconds),
      ];
      return [...tables, `First answer ${number(start)} ms after the start.`].join('\n\n');
    } finally {
      await shop.stop();
      end();
    }
  });
}

const loadEnv = (env: ShopEnv) => ({ ...env, DATABASE_URL: '', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' });

/** Milliseconds of the second start, which uses the compiled code of the first. */
async function firstAnswer(env: ShopEnv): Promise<number> {
  await (await startShop(loadEnv(env))).stop();
  const begin = performance.now();
  const shop = await startShop(loadEnv(env));
  await fetch(`${shop.url}/`);
  const took = performance.now() - begin;
  await shop.stop();
  return took;
}

async function addressesOf({ url }: RunningShop) {
  const { body } = await call(url, `/api/?limit=${CARDS}`);
  const [page, searchPage] = PAGES;
  return [
    page,
    ['category, API', `/api/category/${CATEGORY}/`],
    ['availability', `/api/availability/?ids=${body.products.map(({ id }) => id).join(',')}`],
    ['search, API', '/api/search/feijao/'],
    searchPage,
  ] as const;
}

async function loads(shop: RunningShop, seconds: number): Promise<string> {
  const rows: string[][] = [];
  for (const [name, address] of await addressesOf(shop)) rows.push(await loadOne(name, shop.url, address, seconds));
  return table([`server, ${CONNECTIONS} connections, ${seconds} s each`, ...LOAD_COLUMNS], rows);
}

/**
 * The same for browsers with a compression dictionary: they have another page of the shop and get only the difference.
 */
async function byDictionary(shop: RunningShop, seconds: number): Promise<string> {
  const { body } = await request(shop.url, '/');
  const headers = {
    'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz',
    'available-dictionary': `:${hash('sha256', body, 'base64')}:`,
  };
  const products = (await call(shop.url, '/api/')).body.products.map(({ slug }) => `/product/${slug}`);
  const rows: string[][] = [];
  for (const [name, addresses] of [
    ['a prerendered page', [PAGES[0][1]]],
    [`all ${products.length} products’ pages in turn`, products],
    ['a search page', [PAGES[1][1]]],
    ['search pages that nobody asked for before', differentSearches().pages],
  ] as const) {
    tell(`server: ${name}, by a dictionary`);
    const urls = addresses.map((address) => shop.url + address);
    await load(urls, WARM_UP_SECONDS, { headers });
    const { status, body: packed, headers: answered } = await request(shop.url, addresses[0]!, { headers });
    if (answered['content-encoding'] !== 'dcz')
      throw new Error(`${addresses[0]} answered ${status} without the dictionary`);
    rows.push([name, String(packed.length), ...loadCells(await load(urls, seconds, { headers }))]);
  }
  const columns = [
    `by a dictionary, ${CONNECTIONS} connections, ${seconds} s each`,
    'bytes of the first',
    ...LOAD_COLUMNS,
  ];
  return `${table(columns, rows)}\n\nMemory after that ${number(memoryOf(shop))} MiB.`;
}

/** Requests whose answers are not cached. */
async function differing(shop: RunningShop, seconds: number): Promise<string> {
  const rows: string[][] = [];
  const { calls, pages } = differentSearches();
  for (const [name, addresses] of [
    ['search, API', calls],
    ['search page', pages],
  ] as const) {
    tell(`server: ${name}, different ones`);
    const urls = addresses.map((address) => shop.url + address);
    await load(urls, WARM_UP_SECONDS);
    rows.push([`${name}: ${number(urls.length)} in turn`, ...loadCells(await load(urls, seconds))]);
  }
  return table([`different searches, ${CONNECTIONS} connections, ${seconds} s each`, ...LOAD_COLUMNS], rows);
}

/** Shoppers' words with every filter: too many for an answer to be in the cache at its next request. */
export function differentSearches() {
  const queries = parse(readFileSync('tests/support/data/search-queries.csv'), { columns: true }) as {
    query: string;
  }[];
  const words = [...new Set(queries.map(({ query }) => encodeURIComponent(query.trim())))].filter(
    (word) => word !== '',
  );
  const filters = [
    '',
    '?sort=name',
    '?sort=price-asc',
    '?sort=price-desc',
    '?stock=in',
    '?stock=in&sort=name',
    '?price=5-10',
    '?price=0-5',
  ];
  return {
    calls: filters.flatMap((_, at) => words.map((word) => `/api/search/${word}/?limit=${at + 5}`)),
    pages: filters.flatMap((filter) => words.map((word) => `/search/${word}${filter}`)),
  };
}

async function loadOne(name: string, origin: string, address: string, seconds: number): Promise<string[]> {
  tell(`server: ${name}`);
  await load([origin + address], WARM_UP_SECONDS);
  return [
    `${name}: \`${address.replace(/=.*/, `=… (${CARDS})`)}\``,
    ...loadCells(await load([origin + address], seconds)),
  ];
}

/** The same pages through docs/nginx.conf. */
async function behindNginx(shop: RunningShop, seconds: number): Promise<string> {
  const missing = withoutNginx();
  if (missing) return `Not measured: ${missing}.`;
  const nginx = await startNginx(Number(new URL(shop.url).port));
  const end = undoLater(() => void nginx.stop());
  try {
    const rows: string[][] = [];
    for (const [name, address] of PAGES) rows.push(await loadOne(name, nginx.url, address, seconds));
    return table([`behind nginx, ${CONNECTIONS} connections, ${seconds} s each`, ...LOAD_COLUMNS], rows);
  } finally {
    await nginx.stop();
    end();
  }
}

/** Many concurrent requests. */
async function strain(shop: RunningShop, name: string, urls: string[], seconds: number): Promise<string> {
  tell(`server: ${name}, ${MANY_CONNECTIONS} connections`);
  const before = memoryOf(shop);
  const half = Math.ceil(seconds / 2);
  const [first, between, second] = [
    await load(urls, half, { connections: MANY_CONNECTIONS }),
    memoryOf(shop),
    await load(urls, half, { connections: MANY_CONNECTIONS }),
  ];
  const average = (first.perSecond + second.perSecond) / 2;
  const columns = [
    `${name}, ${MANY_CONNECTIONS} connections, ${seconds} s`,
    'requests/s',
    'p99 ms',
    'failed',
    'later than 2 s',
    'memory MiB: before',
    'half-way',
    'after',
  ];
  const row = [
    number(average),
    number(Math.max(first.p99, second.p99), 1),
    String(first.failed + second.failed),
    String(first.late + second.late),
    ...[before, between, memoryOf(shop)].map((mib) => number(mib)),
  ];
  return table(columns, [['', ...row]]);
}

/** Resident memory in MiB. */
const memoryOf = ({ process }: RunningShop): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(process.pid)])) / 1024;
