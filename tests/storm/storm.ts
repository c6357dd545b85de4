import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '#src/server/context.ts';
import type { RunningEmulator } from '../support/emulator.ts';
import { idsOf } from '../support/order-rows.ts';
import { letTimePass, reconcileNow } from '../support/pass-time.ts';
import { startShop, type RunningShop } from '../support/server.ts';
import { until } from '../support/until.ts';
import { accountsOf, type Accounts } from './accounts.ts';
import { buyUntilTold, newTally, type Tally } from './buyers.ts';

export interface StormOptions {
  /** On the shop's database, its PayPal the emulator. */
  ctx: Context;
  /** Of the shop's process. */
  env: Record<string, string>;
  paypal: RunningEmulator;
  kills: number;
  buyers: number;
  tell?: (text: string) => void;
}

export type StormCounts = Tally & Accounts & { kills: number };

/** Lets buyers pay while the shop's process is killed at random moments; answers what is true of the books afterwards. */
export async function storm({ ctx, env, paypal, kills, buyers, tell = () => {} }: StormOptions): Promise<StormCounts> {
  const products = Object.values(await idsOf(ctx));
  const stockBefore = await stock(ctx);
  let server = await startShop(env);
  // The same address after each start: whoever was cut off tries there again.
  const own = { ...env, PORT: new URL(server.url).port };
  const tally = newTally();
  let over = false;
  const buying = Array.from({ length: buyers }, () => buyUntilTold({ ctx, paypal, url: server.url, products, tally, isOver: () => over }));
  for (let kill = 1; kill <= kills; kill++) {
    await wait(randomInt(50, 1500));
    await killHard(server);
    server = await startShop(own);
    tell(`kill ${kill} of ${kills}: ${tally.ordered} orders answered, ${tally.cutOff} calls cut off`);
  }
  over = true;
  await Promise.all(buying);
  await killHard(server);
  await finish(ctx, own);
  return { kills, ...tally, ...(await accountsOf(ctx, paypal, stockBefore)) };
}

async function killHard({ process }: RunningShop): Promise<void> {
  const ended = new Promise((resolve) => process.once('exit', resolve));
  process.kill('SIGKILL');
  await ended;
}

/** A last shop brings everything to its end, as it would within minutes by itself: the waiting times are cut short. */
async function finish(ctx: Context, env: Record<string, string>): Promise<void> {
  const { db, now } = ctx;
  await db.read.deleteFrom('job_leases').execute();
  const server = await startShop(env);
  for (let round = 0; round < 3; round++) {
    await letTimePass(ctx);
    await reconcileNow(ctx);
  }
  await db.read.updateTable('outbox').set({ due_at: now().toISOString() }).where('due_at', 'is not', null).execute();
  const unsent = db.read.selectFrom('outbox').select('id').where('sent_at', 'is', null);
  await until('all mails sent', async () => (await unsent.execute()).length === 0, 120);
  await server.stop();
}

/** Units of each product that can be bought. */
async function stock({ db }: Context): Promise<Map<number, number>> {
  const rows = await db.read.selectFrom('products').select(['id', 'quantity_available']).execute();
  return new Map(rows.map(({ id, quantity_available }) => [id, quantity_available]));
}
