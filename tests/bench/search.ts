/** `node tests/bench/search.ts [products] [searches]`: measures the search's speed, build time and memory. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parse } from 'csv-parse/sync';
import { loadFrame } from '#src/features/catalogue/server/page-frame.ts';
import {
  bumpCatalogueVersion,
  insertProducts,
  insertTexts,
  replaceCategories,
} from '#src/features/editing/server/catalogue-write.repository.ts';
import { currentIndex } from '#src/features/search/server/follow.ts';
import { loadSearch } from '#src/features/search/server/search.loader.ts';
import { searchProducts } from '#src/features/search/server/search.service.ts';
import { readConfig } from '#src/settings/environment/config.ts';
import { closeContext, createContext, type Context } from '#src/server/context.ts';
import { fold } from '#src/shared/fold.ts';
import { readRealProducts } from '../support/catalogue/openfoodfacts.ts';
import { number, table } from './report.ts';

type Row = Record<string, string>;

const CATALOGUE = 'src/content/catalogue';
const readTable = (file: string): Row[] =>
  parse(readFileSync(file), { bom: true, columns: true, skip_empty_lines: true });
const demo = readdirSync(CATALOGUE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap((entry) => readTable(path.join(CATALOGUE, entry.name, 'products.csv')));
const queries = readTable(path.join(import.meta.dirname, '../support/data/search-queries.csv')).map(
  (row) => row.query ?? '',
);

/** Real names and the demo catalogue's subtitles. A number makes each a different product. */
async function fill({ db }: Context, count: number): Promise<void> {
  const real = readRealProducts();
  const now = new Date().toISOString();
  const rows = Array.from({ length: count }, (_, n) => {
    const like = demo[n % demo.length] ?? {};
    const name = `${real[(n * 7) % real.length]?.name ?? ''} ${n < real.length ? '' : n}`.trim();
    return { like, name, code: `X-${n}` };
  });
  await db.write(async (tx) => {
    const labels = readTable(path.join(CATALOGUE, 'categories.csv'));
    await replaceCategories(tx, labels as never, now);
    const ids = await insertProducts(
      tx,
      rows.map(({ like, name, code }, n) => ({
        cod_catalog: code,
        slug: code.toLowerCase(),
        product_name: name,
        brand: like.brand || null,
        category_slug: like.category_product ?? '',
        kind: like.kind ?? '',
        ean: null,
        real_price_cents: 100 + (n % 5000),
        discount_percent: 0,
        price_cents: 100 + (n % 5000),
        reference_price_cents: null,
        vat_rate: 7,
        deposit_cents: 0,
        age_limit: 0,
        withdrawal: 'none',
        quantity_available: n % 10,
        net_quantity: Number(like.net_quantity),
        net_unit: like.net_unit ?? 'g',
        drained_weight_g: null,
        base_price_exempt: 0,
        rank: 1_000_000,
        sort_name: fold(name),
        picture: null,
        facts: JSON.stringify({ foodName: like.food_name_de }),
        digest: code,
        withdrawn_at: null,
        created_at: now,
        updated_at: now,
      })),
      () => {},
    );
    const subtitles = (like: Row) => [
      ['pt-BR', like.subtitle_pt],
      ['de-DE', like.subtitle_de],
      ['en-US', like.subtitle_en],
    ];
    const texts = rows.flatMap(({ like, code }) =>
      subtitles(like).map(([locale = '', subtitle = '']) => ({
        product_id: ids.get(code) ?? 0,
        locale,
        subtitle,
        info_html: '',
      })),
    );
    await insertTexts(tx, texts);
    await bumpCatalogueVersion(tx, now);
  });
}

const percentile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? 0;

/** Clock time and processor time. The latter is more reliable on a shared machine. */
async function measure(name: string, searches: number, search: (query: string) => Promise<unknown>): Promise<string[]> {
  const times: number[] = [];
  const work: number[] = [];
  for (let n = 0; n < searches; n++) {
    const begin = performance.now();
    const cpu = process.cpuUsage();
    await search(queries[n % queries.length] ?? '');
    const { user, system } = process.cpuUsage(cpu);
    times.push(performance.now() - begin);
    work.push((user + system) / 1000);
  }
  return [
    name,
    ...[times, work]
      .flatMap((of) => [percentile(of, 0.5), percentile(of, 0.99), Math.max(...of)])
      .map((ms) => number(ms, 1)),
  ];
}

const heap = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

const products = Number(process.argv[2] ?? 10_000);
const searches = Number(process.argv[3] ?? 2000);
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'));
const ctx = createContext(readConfig({ DATA_DIR: dataDir, SITE_URL: 'http://localhost:4321', LOG_LEVEL: 'silent' }));
try {
  await ctx.db.migrate();
  await fill(ctx, products);
  const before = heap();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begin = performance.now();
  await currentIndex(ctx);
  const took = performance.now() - begin;
  delay.disable();
  console.log(
    `${number(products)} products: index built in ${took.toFixed(0)} ms, ` +
      `longest turn ${(delay.max / 1e6).toFixed(0)} ms`,
  );
  console.log(
    globalThis.gc ? `memory of the index: ${(heap() - before).toFixed(0)} MiB` : 'memory: run with node --expose-gc',
  );
  // The first calls also compile the code.
  for (const query of queries) await searchProducts(ctx, 'pt-BR', query, { limit: 24, offset: 0 });
  const rows = [
    await measure('search, 24 products', searches, (query) =>
      searchProducts(ctx, 'de-DE', query, { limit: 24, offset: 0 }),
    ),
    await measure('search, 250 products (API default)', searches, (query) =>
      searchProducts(ctx, 'de-DE', query, { limit: 250, offset: 0 }),
    ),
    await measure('first two letters', searches, (query) =>
      searchProducts(ctx, 'de-DE', query.slice(0, 2), { limit: 6, offset: 0 }),
    ),
    await measure('search page with filters', searches, async (query) =>
      loadSearch(ctx, await loadFrame(ctx, 'de-DE'), query, new URLSearchParams('stock=in')),
    ),
  ];
  const columns = [
    `${number(searches)} searches each`,
    'p50 ms',
    'p99 ms',
    'most ms',
    'processor p50 ms',
    'p99 ms',
    'most ms',
  ];
  console.log(`\n${table(columns, rows)}`);
} finally {
  await closeContext(ctx);
  rmSync(dataDir, { recursive: true, force: true });
}
