import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '#src/settings/environment/config.ts';
import { closeContext, createContext, type Context } from '#src/server/context.ts';
import { newBuyer, type Buyer, type Settled } from '../support/people/buyer.ts';
import type { EmulatorControl } from '../support/outside/emulator.ts';
import { idsOf } from '../support/people/order-rows.ts';
import { beginShop } from '../support/shops/server.ts';
import { readShop, unitsInAll } from './books.ts';
import { chanceOf, type Chance } from './chance.ts';
import { halfDone, wrongStock } from './compare.ts';
import { killHard } from './kills.ts';
import { preloadEnv, type Mutant } from './mutants.ts';
import { PLENTY } from './settings.ts';
import { LOG_HEAD, logEnd, syncedBytes } from './sync-notes.ts';

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

/** An order that a buyer was told of, with the log's end at that moment. */
interface Acknowledged extends Settled {
  /** The bytes that were certainly on the disk; later bytes may have been. */
  synced: number;
  end: number;
}

/** What the disk holds after a power cut. */
interface Cut {
  what: string;
  database: Buffer;
  log: Buffer;
  acknowledged: Settled[];
}

/** Sales into one log, with the files before and after. */
interface Sales {
  /** The database before the sales, and after a checkpoint has copied them into it. */
  before: Buffer;
  after: Buffer;
  /** The log's file before the sales: empty, or with what an earlier log has left. */
  left: Buffer;
  log: Buffer;
  acknowledged: Acknowledged[];
}

/**
 * Sells, and then checks what a power cut would have left at many moments: of the log that grows, of a checkpoint that
 * copies it into the database, and of the log that is then written over the old one. All that SQLite had waited for
 * stays; of the rest any part is lost, old or noise. Returns the problems as sentences: a broken file, incomplete
 * records, a lost confirmed order.
 */
export async function powerCuts(options: PowerCutOptions): Promise<string[]> {
  const { ctx, cuts: count, seed, mutant } = options;
  const chance = chanceOf(seed);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-cut-'));
  try {
    const units = unitsInAll(await readShop(ctx));
    await sql`pragma wal_checkpoint(truncate)`.execute(ctx.db.read);
    const first = await sell(options, folder, chance);
    const cuts = cutsOfLog(first, count, chance);
    if (!mutant) {
      cuts.push(...cutsOfCheckpoint(first, count, chance));
      const second = await sell(options, folder, chance);
      cuts.push(
        ...cutsOfLog(second, count, chance).map((cut) => ({
          ...cut,
          acknowledged: [...first.acknowledged, ...cut.acknowledged],
        })),
      );
    }
    const problems = first.acknowledged.length === 0 ? ['nothing was ordered: nothing could be lost'] : [];
    for (const cut of cuts) {
      writeFileSync(path.join(folder, 'shop.db'), cut.database);
      writeFileSync(path.join(folder, 'shop.db-wal'), cut.log);
      rmSync(path.join(folder, 'shop.db-shm'), { force: true });
      const wrong = await wrongAfter(cut, { ...options.env, DATA_DIR: folder }, units);
      problems.push(...wrong.map((text) => `${cut.what}: ${text}`));
    }
    return problems;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const databaseOf = ({ config }: Context) => path.join(config.dataDir, 'shop.db');

/** By another process: closing the file in this one would take SQLite's locks away from the open connection. */
const readDatabase = (ctx: Context): Buffer => execFileSync('cat', [databaseOf(ctx)], { maxBuffer: 2 ** 30 });

/**
 * Four concurrent buyers. Ends with the shop killed, its log read, and the log copied into the database by a
 * checkpoint.
 */
async function sell(
  { ctx, env, paypal, mutant, orders }: PowerCutOptions,
  folder: string,
  chance: Chance,
): Promise<Sales> {
  const syncNotes = path.join(folder, 'synced');
  writeFileSync(syncNotes, '0\n');
  const buyers: Buyer[] = [];
  for (let buyer = 0; buyer < orders; buyer++)
    buyers.push(await newBuyer(ctx, '', { 'x-forwarded-for': `10.0.0.${buyer}` }));
  const products = await idsOf(ctx);
  // The next writer begins the log anew, over the bytes of the old one.
  await sql`pragma wal_checkpoint(restart)`.execute(ctx.db.read);
  const [before, left] = [readDatabase(ctx), readFileSync(`${databaseOf(ctx)}-wal`)];
  const shop = beginShop({ ...env, ...preloadEnv({ mutant, syncNotes }) });
  const { url } = await shop.listening;
  const acknowledged: Acknowledged[] = [];
  const buying = Array.from({ length: 4 }, async () => {
    for (let next = buyers.pop(); next; next = buyers.pop()) {
      const buyer = next.at(url);
      const { checkoutId, paypalOrderId } = await buyer.begin([
        { productId: products[chance.pick(PLENTY)]!, quantity: 2 },
      ]);
      await paypal.approve(paypalOrderId);
      const settled = await buyer.capture(checkoutId);
      acknowledged.push({ ...settled, synced: syncedBytes(syncNotes), end: logEnd(databaseOf(ctx)) });
    }
  });
  await Promise.all(buying);
  await killHard(shop);
  const log = readFileSync(`${databaseOf(ctx)}-wal`);
  if (log.subarray(0, LOG_HEAD).equals(left.subarray(0, LOG_HEAD)))
    throw new Error('the log was not begun anew, so the cuts would be of no real disk');
  await sql`pragma wal_checkpoint(restart)`.execute(ctx.db.read);
  return { before, after: readDatabase(ctx), left, log, acknowledged };
}

/**
 * Tests the worst case first: all bytes that nobody waited for are lost. Every fourth cut is at any point before the
 * first confirmed order.
 */
function cutsOfLog({ before, left, log, acknowledged }: Sales, count: number, chance: Chance): Cut[] {
  const cut = (at: number, rest: Rest, told: Acknowledged[]): Cut => ({
    what: `log cut at ${at} of ${log.length}, the rest ${rest}`,
    database: before,
    log: logAfter(log, left, at, rest, chance),
    acknowledged: told,
  });
  const random = Array.from({ length: count }, (_, index) => {
    const rest = chance.pick(RESTS);
    if (index % 4 === 3) return cut(chance.between(0, log.length), rest, []);
    const last = chance.between(0, acknowledged.length - 1);
    const { synced, end } = acknowledged[last]!;
    return cut(chance.between(synced, Math.max(synced, end)), rest, acknowledged.slice(0, last + 1));
  });
  return [...acknowledged.slice(-1).map(({ synced }) => cut(synced, 'left', acknowledged)), ...random];
}

const RESTS = ['gone', 'left', 'zeros', 'noise'] as const;
type Rest = (typeof RESTS)[number];

/** `left`: the bytes that were there before the log was written, if any. */
function logAfter(log: Buffer, left: Buffer, at: number, rest: Rest, chance: Chance): Buffer {
  if (rest === 'left') return Buffer.concat([log.subarray(0, at), left.subarray(at)]);
  const cut = Buffer.from(rest === 'gone' ? log.subarray(0, at) : log);
  if (rest === 'zeros') cut.fill(0, at);
  if (rest === 'noise') for (let index = at; index < cut.length; index++) cut[index] = chance.between(0, 255);
  return cut;
}

const PAGE = 4096;
/** A disk may write a page in parts of this size. */
const SECTOR = 512;

/** The log is on the disk before a checkpoint begins; of the pages that it copies, any have arrived, some in part. */
function cutsOfCheckpoint({ before, after, log, acknowledged }: Sales, count: number, chance: Chance): Cut[] {
  return Array.from({ length: count }, (_, index) => {
    const database = Buffer.from(chance.oneIn(2) ? after : after.subarray(0, before.length));
    for (let page = 0; page < before.length; page += PAGE) {
      const arrived = chance.pick([0, PAGE, SECTOR * chance.between(0, PAGE / SECTOR)]);
      before.copy(database, page + arrived, page + arrived, page + PAGE);
    }
    return { what: `checkpoint ${index} cut`, database, log, acknowledged };
  });
}

/** Starts on the remaining files like the shop does. */
async function wrongAfter(
  { acknowledged }: Cut,
  env: Record<string, string>,
  before: Map<number, number>,
): Promise<string[]> {
  let ctx: Context;
  try {
    ctx = createContext(readConfig(env));
  } catch (error) {
    return [`it cannot be opened: ${(error as Error).message}`];
  }
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
