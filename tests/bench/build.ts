import { lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { readConfig } from '#src/settings/environment/config.ts';
import { closeContext, createContext } from '#src/server/context.ts';
import { pages } from '#src/shared/paths.ts';
import { stringify } from '../support/texts/csv.ts';
import { startShop, type RunningShop } from '../support/shops/server.ts';
import { clientFolder, TEST_ROOT } from '../support/shops/site.ts';
import { newStaff } from '../support/people/desk-visitor.ts';
import { startWatcher } from '../support/shops/watcher.ts';
import { benchShop, mediaFolder, type ShopEnv } from './bench-shop.ts';
import { inFolder, undoLater } from './clean-up.ts';
import { writeLargeCatalogue } from './large-catalogue.ts';
import { measure, run } from './measure.ts';
import { number, table, tell } from './report.ts';

/** After a build is live, it deletes the files of old ones. */
const END_OF_BUILD_MS = 5000;

const LEGAL_TEXT = 'src/content/legal/impressum.de-DE.md';

/**
 * The duration of a build at this number of products in three languages: from nothing, and after a changed price, stock
 * or text.
 */
export function benchBuild(sizes: number[]): Promise<string> {
  // The folder must be inside the project, because a build imports the project's packages.
  return inFolder(TEST_ROOT, async (parent) => {
    const media = mediaFolder(parent);
    const rows: string[][] = [];
    for (const size of sizes) {
      const folder = path.join(parent, String(size));
      rows.push(...(await buildAt(size, folder, media)));
      rmSync(folder, { recursive: true });
    }
    const columns = [
      'build, products × 3 languages',
      's',
      'processor s',
      'peak MiB',
      'pages',
      'pages changed',
      'disk MiB',
    ];
    return table(columns, rows);
  });
}

async function buildAt(size: number, folder: string, media: string): Promise<string[][]> {
  const env = benchShop(folder, media);
  const catalogue = writeLargeCatalogue(path.join(folder, 'catalogue'), size, 'texts and pictures');
  tell(`build: importing ${size} products`);
  await run(['src/cli/shop.ts', 'catalogue', 'import', catalogue, '--yes'], env);
  const cold = await build(`${number(size)}, from nothing`, env);
  const list = path.join(catalogue, 'shelf/products.csv');
  changeAPrice(list, '77.77');
  tell(`build: importing one price of ${size} products`);
  const imported = await measure(['src/cli/shop.ts', 'catalogue', 'import', catalogue, '--yes'], env);
  const figures = [number(imported.seconds, 1), number(imported.processorSeconds, 1), number(imported.peakMiB)];
  const priced = await build(`${number(size)}, that price changed`, env);
  sellOut(env);
  const soldOut = await build(`${number(size)}, one product sold out`, env);
  const restore = addToLegalText();
  const reworded = await build(`${number(size)}, a legal text changed`, env).finally(restore);
  const live = await watched(env, catalogue, list);
  return [
    cold,
    [`${number(size)}, import of a changed price`, ...figures, '', '', ''],
    priced,
    soldOut,
    reworded,
    [
      `${number(size)}, a changed price, from the import's begin until \`watch\` has it live`,
      number(live.imported, 1),
      ...Array.from({ length: 5 }, () => ''),
    ],
    [
      `${number(size)}, a changed price, from the tap in the desk until \`watch\` has it live`,
      number(live.published, 1),
      ...Array.from({ length: 5 }, () => ''),
    ],
  ];
}

/**
 * Seconds from the start of an import, and of a publication in the desk, until a running shop with `watch` shows the
 * price.
 */
async function watched(
  env: ShopEnv,
  catalogue: string,
  list: string,
): Promise<{ imported: number; published: number }> {
  tell('build: a price that watch makes live');
  const shop = await startShop({ ...env, DATABASE_URL: '', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'silent' });
  const end = undoLater(() => shop.process.kill('SIGKILL'));
  const watcher = startWatcher({ ...env, DATABASE_URL: '' });
  try {
    await watcher.printed('Watching');
    // The watcher builds at its start, because the text of the last build was restored.
    await watcher.printed('Live after');
    const code = changeAPrice(list, '88.88');
    const untilShown = async (price: string) => {
      while (!(await (await fetch(shop.url + addressOf(code, env))).text()).includes(price)) await wait(20);
    };
    const begun = performance.now();
    await run(['src/cli/shop.ts', 'catalogue', 'import', catalogue, '--yes'], env);
    await untilShown('88,88');
    const imported = (performance.now() - begun) / 1000;
    const publish = await pricesInDesk(shop, env, code);
    await wait(END_OF_BUILD_MS);
    const tapped = performance.now();
    await publish('99.99');
    await untilShown('99,99');
    return { imported, published: (performance.now() - tapped) / 1000 };
  } finally {
    await watcher.stop();
    await shop.stop();
    end();
  }
}

/** An editor in the desk who gives a product another price and publishes it. */
async function pricesInDesk(shop: RunningShop, env: ShopEnv, code: string): Promise<(price: string) => Promise<void>> {
  const ctx = createContext(readConfig({ ...env, LOG_LEVEL: 'silent' }));
  const editor = await newStaff(ctx, shop.url, 'bench@example.org', 'editor');
  await closeContext(ctx);
  const { html } = await editor.get(`/desk/products?q=${code}`);
  const base = new RegExp(`name="base-${code}" value="([^"]+)"`).exec(html)?.[1] ?? '';
  return async (price) => {
    const cells = { code, [`base-${code}`]: base, [`was-real_price-${code}`]: '', [`real_price-${code}`]: price };
    const { location } = await editor.post('/desk/products', { ...cells, act: 'publish' });
    if (!location.includes('done=published')) throw new Error(`The desk did not publish the price: ${location}`);
  };
}

/** A build reads texts from the sources. The returned function, or a signal, restores the original text. */
function addToLegalText(): () => void {
  const text = readFileSync(LEGAL_TEXT, 'utf8');
  const restore = undoLater(() => writeFileSync(LEGAL_TEXT, text));
  writeFileSync(LEGAL_TEXT, `${text}\n\nEin Satz mehr.\n`);
  return restore;
}

/** The product that was imported last. */
const sellOut = (env: ShopEnv) =>
  inDatabase(env, (db) =>
    db
      .prepare(
        'update products set quantity_available = 0 where id = (select max(id) from products where ' +
          'quantity_available > 0)',
      )
      .run(),
  );

const addressOf = (code: string, env: ShopEnv) =>
  inDatabase(env, (db) =>
    pages.product(db.prepare('select slug from products where cod_catalog = ?').pluck().get(code) as string),
  );

function inDatabase<T>({ DATA_DIR }: ShopEnv, act: (db: Database.Database) => T): T {
  const db = new Database(path.join(DATA_DIR, 'shop.db'));
  try {
    return act(db);
  } finally {
    db.close();
  }
}

async function build(name: string, env: ShopEnv): Promise<string[]> {
  tell(`build: ${name}`);
  const { seconds, processorSeconds, peakMiB, output } = await measure(['src/cli/build.ts'], env);
  const files = readdirSync(clientFolder(env.DIST_DIR), { recursive: true, encoding: 'utf8' });
  const changed = /(\d+) pages changed/.exec(output)?.[1] ?? '';
  return [
    name,
    number(seconds, 1),
    number(processorSeconds, 1),
    number(peakMiB),
    number(files.filter((file) => file.endsWith('.html')).length),
    number(Number(changed)),
    number(diskMiB(env.DIST_DIR)),
  ];
}

/** Changes the product in the middle of the list; returns its code. */
function changeAPrice(file: string, price: string): string {
  const rows = parse(readFileSync(file), { bom: true, columns: true }) as Record<string, string>[];
  const product = rows[rows.length >> 1]!;
  Object.assign(product, { real_price: price, discount: '' });
  writeFileSync(file, stringify(rows));
  return product.cod_catalog!;
}

/** The used disk space, not the sum of file sizes: small files use whole blocks, and builds share files. */
function diskMiB(folder: string): number {
  const found = new Map<number, number>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const { ino, blocks } = lstatSync(path.join(folder, name));
    found.set(ino, blocks * 512);
  }
  return [...found.values()].reduce((sum, bytes) => sum + bytes) / 2 ** 20;
}
