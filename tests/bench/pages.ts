import { chromium, devices, type Request } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../support/browser/browser.ts';
import { DEMO } from '../support/catalogue/demo-products.ts';
import { freePort } from '../support/outside/free-port.ts';
import { serveInPieces } from '../support/browser/in-pieces.ts';
import { frames, shifted, watchShifts } from '../support/browser/layout-shifts.ts';
import { PAGE_TYPES } from '../support/browser/page-types.ts';
import { startShop } from '../support/shops/server.ts';
import { TEST_ROOT } from '../support/shops/site.ts';
import { buildDemo } from './bench-shop.ts';
import { inFolder, undoLater } from './clean-up.ts';
import { enterAsBuyer, passwordLink } from './customers.ts';
import { keptBrowser, type KeptVisit } from './kept-browser.ts';
import { visit, type Visit } from './lighthouse.ts';
import { LIMIT_PAGES, serveLimitPages } from './limit-pages.ts';
import { nextPages } from './next-pages.ts';
import { number, table, tell } from './report.ts';

const CATEGORY = 'graos-e-farinaceos';
const KIB = 1024;
const PIECES = 12;

/** The shop's pages that are compared with the limit's. */
const COMPARED = [
  { name: 'home', path: '/' },
  { name: 'listing', path: `/category/${CATEGORY}` },
  { name: 'product', path: `/product/${DEMO.beans.slug}` },
  { name: 'cart', path: '/cart' },
] as const;
const IN_CART = [DEMO.beans.slug, DEMO.can.slug];

/** The cost of the shop's pages for a phone on slow 4G, beside the limit: the same content as bare static HTML. */
export function benchPages(runs: number): Promise<string> {
  return inFolder(TEST_ROOT, async (folder) => {
    const port = await freePort(); // must be known before the build, because canonical addresses contain it
    const url = `http://127.0.0.1:${port}`;
    const env = await buildDemo(folder, url);
    const shop = await startShop({
      ...env,
      PORT: String(port),
      DATABASE_URL: '',
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'silent',
    });
    const end = undoLater(() => shop.process.kill('SIGKILL'));
    try {
      const limit = await serveLimitPages(url, CATEGORY, DEMO.beans.slug);
      const stop = undoLater(limit.stop);
      const headers = await headerWeights(url);
      const compared = await inCart(url, (filled) => compare({ shop: url, limit: limit.url, runs, filled, headers }));
      stop();
      const parts = [others, (shop: string) => ofCustomers(shop, env.DATA_DIR), nextPages, moves];
      const tables = [compared];
      for (const part of parts) tables.push(await part(url));
      return tables.join('\n\n');
    } finally {
      await shop.stop();
      end();
    }
  });
}

async function inCart<T>(shop: string, use: (filled: KeptVisit) => Promise<T>): Promise<T> {
  const browser = await keptBrowser(shop);
  try {
    await browser.fillCart(IN_CART);
    return await use((url) => browser.visit(url, 'devtools'));
  } finally {
    await browser.close();
  }
}

interface Comparison {
  shop: string;
  limit: string;
  runs: number;
  filled: KeptVisit;
  /** KiB by page. */
  headers: Map<string, string>;
}

/** The pages beside the limit, and a table with the rest. */
async function compare({ shop, limit, runs, filled, headers }: Comparison): Promise<string> {
  const pages: { name: string; url: string; see: KeptVisit }[] = COMPARED.flatMap(({ name, path }) => [
    { name: `limit: ${name}`, url: limit + LIMIT_PAGES[name], see: (url) => visit(url) },
    { name, url: shop + path, see: (url) => visit(url) },
  ]);
  // At full speed React arrives with the page, and would count as needed for the first paint.
  pages.push(
    {
      name: 'limit: cart, slowed down',
      url: limit + LIMIT_PAGES.cart,
      see: (url) => visit(url, { throttling: 'devtools' }),
    },
    { name: `cart, ${IN_CART.length} products, slowed down`, url: `${shop}/cart`, see: filled },
  );
  // In turn, so that a busy period of the machine affects all pages.
  const seen = pages.map((): Visit[] => []);
  for (let n = 1; n <= runs; n++)
    for (const [at, page] of pages.entries()) {
      tell(`pages: ${page.name}, visit ${n} of ${runs}`);
      seen[at]!.push(await page.see(page.url));
    }
  const lcps = seen.map((visits) => median(visits, ({ lcp }) => lcp / 1000));
  const kib = (visits: Visit[], bytes: (visit: Visit) => number) => number(median(visits, bytes) / KIB, 1);
  const shown = pages.flatMap(({ name }, at) => {
    const visits = seen[at]!;
    // The limit is directly before its page.
    if (at % 2 === 0) return [];
    return [
      [
        name,
        kib(visits, ({ html }) => html),
        kib(visits, ({ counted }) => counted),
        headers.get(name) ?? '',
        ...[lcps[at]!, lcps[at - 1]!, lcps[at]! / lcps[at - 1]!].map((value) => number(value, 2)),
        number(median(visits, ({ tbt }) => tbt)),
        number(
          median(visits, ({ cls }) => cls),
          3,
        ),
        scores(visits),
      ],
    ];
  });
  const details = pages.map(({ name }, at) => {
    const visits = seen[at]!;
    const each = visits.map(({ lcp }) => lcp / 1000);
    return [
      name,
      number(median(visits, ({ requests }) => requests)),
      kib(visits, ({ total }) => total),
      kib(visits, ({ html }) => html),
      kib(visits, ({ js }) => js),
      `${number(Math.min(...each), 2)}–${number(Math.max(...each), 2)}`,
      scores(visits),
    ];
  });
  const times = ['LCP s', 'limit’s LCP s', 'ratio', 'blocked ms', 'shift'];
  return [
    table(['page', 'HTML KiB', 'all but pictures and fonts KiB', 'of it HTTP/1.1’s headers', ...times, SCORES], shown),
    table([`${runs} visits, medians`, 'requests', 'KiB', 'HTML', 'scripts', 'LCP s, range', SCORES], details),
  ].join('\n\n');
}

const SCORES = 'performance, accessibility, best practices, SEO';

function scores(visits: Visit[]): string {
  const faults = [...new Set(visits.flatMap((seen) => seen.faults))];
  const each = [0, 1, 2, 3].map((at) => number(median(visits, (seen) => seen.scores[at] ?? NaN)));
  return each.join(', ') + (faults.length > 0 ? ` (${faults.join(', ')})` : '');
}

/** The KiB of a first visit's headers in HTTP/1.1 by page. HTTP/2 compresses headers. */
async function headerWeights(shop: string): Promise<Map<string, string>> {
  const weights = new Map<string, string>();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  try {
    for (const { name, path } of COMPARED) {
      tell(`pages: headers of ${name}`);
      const page = await (
        await browser.newContext({ ...devices['Moto G4'], baseURL: shop, locale: 'pt-BR' })
      ).newPage();
      const requests: Request[] = [];
      page.on('request', (request) => requests.push(request));
      await page.goto(path, { waitUntil: 'networkidle' });
      const counted = requests.filter((request) => !['image', 'font'].includes(request.resourceType()));
      const sizes = await Promise.all(counted.map((request) => request.sizes()));
      const bytes = sizes.reduce((sum, size) => sum + size.responseHeadersSize, 0);
      weights.set(name, number(bytes / KIB, 1));
    }
  } finally {
    await browser.close();
  }
  return weights;
}

const SEEN_ONCE = ['1 visit', 'KiB but pictures and fonts', 'LCP s', 'TBT ms', 'CLS', SCORES];

const seenOnce = (name: string, seen: Visit) => [
  name,
  number(seen.counted / KIB, 1),
  number(seen.lcp / 1000, 2),
  number(seen.tbt),
  number(seen.cls, 3),
  scores([seen]),
];

async function others(shop: string): Promise<string> {
  const rows: string[][] = [];
  for (const { name, path, missing } of PAGE_TYPES.filter(({ path }) => !COMPARED.some((page) => page.path === path))) {
    tell(`pages: ${name}`);
    rows.push(seenOnce(name, await visit(shop + path, { fails: missing })));
  }
  return table(SEEN_ONCE, rows);
}

/** Pages for customers only. Each visit uses a browser with only a session and a cart. */
async function ofCustomers(shop: string, dataDir: string): Promise<string> {
  const browser = await keptBrowser(shop);
  try {
    const rows: string[][] = [];
    const see = async (name: string, path: string) => {
      tell(`pages: ${name}`);
      rows.push(seenOnce(name, await browser.visit(shop + path, 'simulate')));
    };
    const { email, number: order } = await enterAsBuyer(browser.context, { url: shop, dataDir });
    await see('order', `/order/${order}`);
    await see('order, right after it was placed', `/order/${order}?placed`);
    await see('earlier orders', '/previous-purchases');
    await see('own data', '/update-client');
    await see('change of password', '/password_change');
    await see('open password link', await passwordLink({ url: shop, dataDir }, email));
    await browser.fillCart(IN_CART);
    await see('cart of a customer, with the order form and the emulator’s payment script', '/cart');
    return table(SEEN_ONCE, rows);
  } finally {
    await browser.close();
  }
}

/** The bytes of the pages after the first one, and the layout shifts while a page loads. */
async function moves(shop: string): Promise<string> {
  const rows: string[][] = [];
  for (const { name, path } of COMPARED) {
    tell(`pages: ${name} in pieces`);
    rows.push([name, number(await shiftInPieces(shop, path), 3)]);
  }
  return table([`HTML in ${PIECES} pieces`, 'CLS'], rows);
}

async function shiftInPieces(shop: string, path: string): Promise<number> {
  const connection = await serveInPieces(shop, PIECES);
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  try {
    const page = await (await browser.newContext({ ...devices['Moto G4'], baseURL: connection.url })).newPage();
    await watchShifts(page);
    const begun = page.goto(path, { waitUntil: 'commit' });
    await connection.next();
    await begun;
    while (await connection.next()) if (await page.evaluate(() => document.body !== null)) await frames(page, 2);
    await page.waitForLoadState();
    await page.evaluate(() => document.fonts.ready);
    await frames(page);
    return await shifted(page);
  } finally {
    await browser.close();
    await connection.stop();
  }
}

function median<T>(items: T[], figure: (item: T) => number): number {
  const sorted = items.map(figure).sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? NaN;
}
