import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import type { Context } from '#src/server/context.ts';
import { readConfig } from '#src/settings/environment/config.ts';
import { closeContext, createContext } from '#src/server/context.ts';
import buildSite from '../support/shops/build-site.ts';
import { newBuyer, type Buyer } from '../support/people/buyer.ts';
import { productRow, writeCatalogue } from '../support/catalogue/catalogue.ts';
import { emulatorProcess, type RunningEmulator } from '../support/outside/emulator.ts';
import { idsOf } from '../support/people/order-rows.ts';
import { createDatabase, startCluster } from '../support/outside/postgres.ts';
import { startShop } from '../support/shops/server.ts';
import { bareOrders } from './bare-orders.ts';
import { inFolder, undoLater } from './clean-up.ts';
import { run } from './measure.ts';
import { number, table, tell } from './report.ts';

const BUYERS = [1, 32];
/** A client may begin 60 checkouts an hour. */
const ORDERS_PER_CLIENT = 50;
/** One line of 4.99 € plus shipping. */
const TOTAL = 9.99;

/** Orders per second of the shop with the emulator as PayPal, and of the bare database. */
export async function benchCheckout(seconds: number): Promise<string> {
  tell('checkout: building the site');
  await buildSite();
  const rows = [...(await benchEngine('SQLite', '', seconds))];
  const cluster = await startCluster({ durable: true });
  if ('reason' in cluster) tell(`checkout: no PostgreSQL, because ${cluster.reason}`);
  else {
    const end = undoLater(() => void cluster.stop());
    try {
      rows.push(...(await benchEngine('PostgreSQL', await createDatabase(cluster.url, 'bench'), seconds)));
    } finally {
      await cluster.stop();
      end();
    }
  }
  const columns = [
    `checkout, ${seconds} s each`,
    'buyers',
    'orders/s',
    'begin p50 ms',
    'capture p50 ms',
    'failed',
    'bare database, orders/s',
  ];
  return table(columns, rows);
}

function benchEngine(name: string, databaseUrl: string, seconds: number): Promise<string[][]> {
  return inFolder(os.tmpdir(), async (folder) => {
    const paypal = await emulatorProcess();
    const endPaypal = undoLater(paypal.kill);
    const env = {
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      SITE_URL: 'http://localhost:4321',
      PAYPAL_API_BASE: paypal.url,
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'silent',
    };
    const products = Array.from({ length: 5 }, (_, index) =>
      productRow({ cod_catalog: `P${index}`, quantity_available: 1_000_000 }),
    );
    await run(
      ['src/cli/shop.ts', 'catalogue', 'import', writeCatalogue(path.join(folder, 'catalogue'), products)],
      env,
    );
    const ctx = createContext(readConfig(env));
    const bare: number[] = [];
    for (const buyers of BUYERS) bare.push(await bareOrders(ctx, buyers, seconds));
    const shop = await startShop(env);
    const end = undoLater(() => shop.process.kill('SIGKILL'));
    try {
      const rows: string[][] = [];
      const [productId = 0] = Object.values(await idsOf(ctx));
      for (const [index, buyers] of BUYERS.entries()) {
        tell(`checkout: ${name}, ${buyers} buyers`);
        const sale = { ctx, paypal, url: shop.url, buyers, productId, total: TOTAL };
        await place(sale, 1);
        const { perSecond, begin, capture, failed } = await place(sale, seconds);
        rows.push([
          name,
          String(buyers),
          number(perSecond),
          number(begin),
          number(capture),
          String(failed),
          number(bare[index] ?? 0),
        ]);
      }
      return rows;
    } finally {
      await shop.stop();
      end();
      await closeContext(ctx);
      await paypal.stop();
      endPaypal();
    }
  });
}

interface Placed {
  perSecond: number;
  /** ms, the median */
  begin: number;
  capture: number;
  failed: number;
}

interface Sale {
  ctx: Context;
  paypal: RunningEmulator;
  url: string;
  buyers: number;
  productId: number;
  /** What the buyer expects to pay; without it each buyer asks for the price first. */
  total?: number;
}

/** Lets this number of buyers order one after the other until the time is over. */
export async function place({ ctx, paypal, url, buyers, productId, total }: Sale, seconds: number): Promise<Placed> {
  const times = { begin: [] as number[], capture: [] as number[] };
  let orders = 0;
  let failed = 0;
  const begun = performance.now();
  const until = begun + seconds * 1000;
  async function buyOne(buyer: Buyer): Promise<void> {
    const start = performance.now();
    const { checkoutId, paypalOrderId } = await buyer.begin([{ productId, quantity: 1 }], {
      requestId: randomUUID(),
      ...(total !== undefined && { expectedTotal: total }),
    });
    times.begin.push(performance.now() - start);
    await paypal.approve(paypalOrderId);
    const approved = performance.now();
    await buyer.capture(checkoutId);
    times.capture.push(performance.now() - approved);
    orders++;
  }
  async function keepBuying(): Promise<void> {
    while (performance.now() < until) {
      const buyer = await newBuyer(ctx, url);
      for (let count = 0; count < ORDERS_PER_CLIENT && performance.now() < until; count++)
        await buyOne(buyer).catch((error: unknown) => {
          failed++;
          tell(`checkout: ${String(error)}`);
        });
    }
  }
  await Promise.all(Array.from({ length: buyers }, keepBuying));
  const perSecond = orders / ((performance.now() - begun) / 1000);
  return { perSecond, begin: median(times.begin), capture: median(times.capture), failed };
}

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
