import { serverProgram } from '#src/cli/server-process.ts';
import path from 'node:path';
import { importCatalogue } from '#src/features/editing/server/import/import-catalogue.ts';
import { describeMistake } from '#src/server/content/mistake.ts';
import type { Cells } from '../support/catalogue/catalogue.ts';
import type { RunningShop } from '../support/shops/server.ts';
import { SITE_DIST } from '../support/shops/site.ts';
import { stockedShop } from '../support/shops/stocked-shop.ts';
import { benchCode, writeLargeCatalogue } from './large-catalogue.ts';
import { processorTime } from './processor-time.ts';
import { number, table, tell } from './report.ts';

const PRODUCTS = 20_000;
const ROUNDS = 100;
/** Of four products, three are sizes of the first one; each fiftieth product is a set of others. */
const FAMILY = 4;
const SETS = 50;

/** Lists that are made on request. Each round asks for another page, so that none is answered from memory. */
const LISTS: [string, (round: number) => string][] = [
  ['all products', (round) => `/de/search?page=${round + 1}`],
  ['a category, vegan', (round) => `/de/search?category=bebidas&vegan=1&page=${round + 1}`],
  [
    'without gluten and nuts, in stock',
    (round) => `/de/search?stock=in&withoutGluten=1&withoutNuts=1&page=${round + 1}`,
  ],
  ['vegan, the cheapest first', (round) => `/de/search?vegan=1&sort=price-asc&page=${round + 1}`],
  ['a word in thousands of names', (round) => `/de/search/cafe?page=${round + 1}`],
  ['the same, vegan, by name', (round) => `/de/search/cafe?vegan=1&sort=name&page=${round + 1}`],
  ['a word that nobody asked for before', (round) => `/de/search/doce%20${round}`],
  ['the API’s search', (round) => `/api/search/suco%20${round}/?limit=24&lang=de-DE`],
  ['the API’s category', (round) => `/api/category/bebidas/?limit=24&offset=${24 * round}&lang=de-DE`],
];

/** How fast the shop’s lists answer with families, sets and facets, while units are sold. SQLite. */
export async function benchLists(): Promise<string> {
  const own = await stockedShop([{ cod_catalog: 'AGUA', product_name: 'Água de Coco' }]);
  try {
    tell(`lists: importing ${PRODUCTS} products`);
    const source = writeLargeCatalogue(path.join(own.env.DATA_DIR!, 'large'), PRODUCTS, 'rows only', goodsOf);
    const result = await importCatalogue(own.ctx, { source, partial: true });
    if (!result.ok) throw new Error(result.error.slice(0, 5).map(describeMistake).join('\n'));
    const server = await own.serve({ RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'silent' }, serverProgram(SITE_DIST));
    const rows: string[][] = [];
    // The first pages also build the index and compile the code.
    for (const [, addressOf] of LISTS) for (let at = 0; at < 5; at++) await ask(server, addressOf(ROUNDS + at));
    for (const [name, addressOf] of LISTS) {
      tell(`lists: ${name}`);
      rows.push([name, ...(await measure(server, addressOf))]);
    }
    const columns = [`list of ${number(PRODUCTS)} products, ${ROUNDS} pages one after the other`];
    return table([...columns, 'p50 ms', 'p95 ms', 'processor ms', 'KiB'], rows);
  } finally {
    await own.dispose();
  }
}

const isSetAt = (n: number) => n % SETS === SETS - 1;

function goodsOf(n: number, like: Record<string, string>): Cells {
  const first = n - (n % FAMILY);
  const isSet = isSetAt(n);
  const isVariant = !isSet && n > first && !isSetAt(first);
  // These columns must not contradict what the demo's products say already.
  const isKnown = !like.ingredients_de && !like.animal_origin && like.kind === 'food' && !isSet;
  return {
    ...{ variant_of: isVariant ? benchCode(first) : '', variant_de: isVariant ? `Größe ${n % FAMILY}` : '' },
    ...{ parts: isSet ? `${benchCode(n - 2)} 2, ${benchCode(n - 3)}` : '' },
    ...{ vegan: isKnown ? (n % 3 === 0 ? 'no' : 'yes') : '' },
    ...{ allergens: isKnown ? (n % 5 === 0 ? 'nuts' : 'none') : '', goes_with: '' },
  };
}

async function ask({ url }: RunningShop, address: string): Promise<string> {
  const response = await fetch(url + address);
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
  return response.text();
}

/** On a machine that others use, the processor's time of a page says more than the clock. */
async function measure(server: RunningShop, addressOf: (round: number) => string): Promise<string[]> {
  const times: number[] = [];
  let bytes = 0;
  const before = processorTime([server.process.pid]);
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    const body = await ask(server, addressOf(round));
    times.push(performance.now() - begun);
    bytes = Math.max(bytes, Buffer.byteLength(body));
  }
  const sorted = times.sort((one, other) => one - other);
  const at = (part: number) => number(sorted[Math.floor(part * (ROUNDS - 1))]!, 1);
  const work = (processorTime([server.process.pid]) - before) / ROUNDS;
  return [at(0.5), at(0.95), number(work, 1), number(bytes / 1024, 1)];
}
