import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '#src/server/config.ts';
import { closeContext, createContext, type Context } from '#src/server/context.ts';
import { newBuyer, type Buyer, type Settled } from '../support/buyer.ts';
import type { EmulatorControl } from '../support/emulator.ts';
import { idsOf } from '../support/order-rows.ts';
import { beginShop } from '../support/server.ts';
import { readShop } from './books.ts';
import { chanceOf, type Chance } from './chance.ts';
import { halfDone, unitsInAll, wrongStock } from './compare.ts';
import { killHard } from './kills.ts';
import { preloadEnv, type Mutant } from './mutants.ts';
import { PLENTY } from './settings.ts';
import { syncedBytes } from './sync-notes.ts';

export interface PowerCutOptions {
  /** A context on the shop's SQLite database; no other process writes there. */
  ctx: Context;
  env: Record<string, string>;
  paypal: EmulatorControl;
  mutant?: Mutant;
  orders: number;
  cuts: number;
  seed: number;
}

/** An order that a buyer was told of, with the log's size at that moment. */
interface Acknowledged extends Settled {
  /** The bytes that were certainly on the disk; later bytes may have been. */
  synced: number;
  length: number;
}

/** Simulates a power cut: the log's bytes from there on are lost, zeros or noise. */
interface Cut {
  at: number;
  rest: 'gone' | 'zeros' | 'noise';
  acknowledged: Acknowledged[];
}

/**
 * Sells, and then checks what a power cut would have left at many moments. It cuts the log at random points after the bytes that
 * SQLite had waited for. Returns the problems as sentences: a broken file, incomplete records, a lost confirmed order.
 */
export async function powerCuts(options: PowerCutOptions): Promise<string[]> {
  const { ctx, cuts, seed } = options;
  const chance = chanceOf(seed);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-cut-'));
  try {
    const before = unitsInAll(await readShop(ctx));
    const acknowledged = await sell(options, folder, chance);
    const log = readFileSync(`${databaseOf(ctx)}-wal`);
    const problems = acknowledged.length === 0 ? ['nothing was ordered: nothing could be lost'] : [];
    for (const cut of cutsOf(acknowledged, log.length, cuts, chance)) {
      writeFileSync(path.join(folder, 'shop.db-wal'), logAfter(cut, log, chance));
      copyFileSync(path.join(folder, 'base.db'), path.join(folder, 'shop.db'));
      rmSync(path.join(folder, 'shop.db-shm'), { force: true });
      const wrong = await wrongAfter(cut, { ...options.env, DATA_DIR: folder }, before);
      problems.push(...wrong.map((text) => `log cut at ${cut.at} of ${log.length}, the rest ${cut.rest}: ${text}`));
    }
    return problems;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const databaseOf = ({ config }: Context) => path.join(config.dataDir, 'shop.db');

/** Four concurrent buyers. Ends with the shop killed and its log unchanged. */
async function sell({ ctx, env, paypal, mutant, orders }: PowerCutOptions, folder: string, chance: Chance): Promise<Acknowledged[]> {
  const syncNotes = path.join(folder, 'synced');
  writeFileSync(syncNotes, '0\n');
  const buyers: Buyer[] = [];
  for (let buyer = 0; buyer < orders; buyer++) buyers.push(await newBuyer(ctx, '', { 'x-forwarded-for': `10.0.0.${buyer}` }));
  const products = await idsOf(ctx);
  await sql`pragma wal_checkpoint(truncate)`.execute(ctx.db.read);
  copyFileSync(databaseOf(ctx), path.join(folder, 'base.db'));
  const shop = beginShop({ ...env, ...preloadEnv({ mutant, syncNotes }) });
  const { url } = await shop.listening;
  const acknowledged: Acknowledged[] = [];
  const buying = Array.from({ length: 4 }, async () => {
    for (let next = buyers.pop(); next; next = buyers.pop()) {
      const buyer = next.at(url);
      const { checkoutId, paypalOrderId } = await buyer.begin([{ productId: products[chance.pick(PLENTY)]!, quantity: 2 }]);
      await paypal.approve(paypalOrderId);
      const settled = await buyer.capture(checkoutId);
      acknowledged.push({ ...settled, synced: syncedBytes(syncNotes), length: statSync(`${databaseOf(ctx)}-wal`).size });
    }
  });
  await Promise.all(buying);
  await killHard(shop);
  return acknowledged;
}

/**
 * Tests the worst case first: all bytes that nobody waited for are lost. Every fourth cut is at any point before the first confirmed
 * order.
 */
function cutsOf(acknowledged: Acknowledged[], length: number, count: number, chance: Chance): Cut[] {
  const worst = acknowledged.map(({ synced }, index): Cut => ({
    at: synced,
    rest: 'gone',
    acknowledged: acknowledged.slice(0, index + 1),
  }));
  const random = Array.from({ length: count }, (_, index): Cut => {
    const rest = chance.pick(['gone', 'zeros', 'noise'] as const);
    if (index % 4 === 3) return { at: chance.between(0, length), rest, acknowledged: [] };
    const last = chance.between(0, acknowledged.length - 1);
    const { synced, length: most } = acknowledged[last]!;
    return { at: chance.between(synced, Math.max(synced, most)), rest, acknowledged: acknowledged.slice(0, last + 1) };
  });
  return [...worst.slice(-1), ...random];
}

function logAfter({ at, rest }: Cut, log: Buffer, chance: Chance): Buffer {
  const left = Buffer.from(rest === 'gone' ? log.subarray(0, at) : log);
  if (rest === 'zeros') left.fill(0, at);
  if (rest === 'noise') for (let index = at; index < left.length; index++) left[index] = chance.between(0, 255);
  return left;
}

/** Starts on the remaining files like the shop does. */
async function wrongAfter({ acknowledged }: Cut, env: Record<string, string>, before: Map<number, number>): Promise<string[]> {
  const ctx = createContext(readConfig(env));
  try {
    await ctx.db.migrate();
    const { rows: broken } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(ctx.db.read);
    const { rows: orphans } = await sql`pragma foreign_key_check`.execute(ctx.db.read);
    const books = await readShop(ctx);
    const bought = [...books.checkouts.values()];
    const orders = new Map(bought.flatMap(({ order }) => (order ? [[order.id, order.order_number]] : [])));
    const mails = new Set(books.outbox.map(({ id }) => id));
    return [
      ...broken.flatMap((row) => (row.integrity_check === 'ok' ? [] : [row.integrity_check])),
      ...(orphans.length > 0 ? [`${orphans.length} rows refer to nothing`] : []),
      ...bought.flatMap(halfDone),
      ...wrongStock(books, before),
      ...[...orders.keys()].flatMap((id) => (mails.has(`order-${id}`) ? [] : [`the order ${id} has no confirmation`])),
      ...acknowledged.flatMap(({ orderId, orderNumber }) =>
        orders.get(orderId) === orderNumber ? [] : [`the order ${orderNumber} was acknowledged and is lost`],
      ),
    ];
  } finally {
    await closeContext(ctx);
  }
}
