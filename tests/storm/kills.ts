import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '#src/server/context.ts';
import { endHold } from '../support/people/order-rows.ts';
import { letTimePass } from '../support/people/pass-time.ts';
import type { StartingShop } from '../support/shops/server.ts';
import type { Chance } from './chance.ts';

/** When a kill happens: while the shop serves, while it starts, or during its first reconcile after a start. */
export type Moment = 'serving' | 'starting' | 'reconciling';

/** Every third kill and the last one happen during recovery. */
export function momentOf(kill: number, kills: number): Moment {
  if (kill % 3 !== 0 && kill !== kills) return 'serving';
  return kill % 2 === 0 ? 'starting' : 'reconciling';
}

interface Killing {
  shop: StartingShop;
  ctx: Context;
  chance: Chance;
  /** The duration of a start on this machine. */
  startMs: number;
  /** The number of answers that buyers have received so far. */
  answers: () => number;
}

/** Waits for the moment and kills; returns whether a reconcile was interrupted. */
export async function killAt(moment: Moment, { shop, ctx, chance, startMs, answers }: Killing): Promise<boolean> {
  if (moment === 'starting') await wait(chance.between(0, startMs));
  else await shop.listening;
  if (moment === 'reconciling') await reconciling(ctx);
  if (moment === 'serving') await answered(answers() + chance.between(1, 40), answers);
  await wait(chance.between(0, 60));
  await killHard(shop);
  return (await leaseOf(ctx)) !== undefined;
}

/** Buyers must make progress on a slow machine too. The wait is limited, because PayPal may delay everybody. */
async function answered(count: number, answers: () => number): Promise<void> {
  for (let look = 0; look < 600 && answers() < count; look++) await wait(10);
}

export async function killHard({ process }: Pick<StartingShop, 'process'>): Promise<void> {
  const ended = new Promise((resolve) => process.once('exit', resolve));
  process.kill('SIGKILL');
  await ended;
}

const leaseOf = ({ db }: Context) =>
  db.read.selectFrom('job_leases').select('holder').where('name', '=', 'reconcile').executeTakeFirst();

/** The first reconcile begins when the shop listens, and may end immediately. */
async function reconciling(ctx: Context): Promise<void> {
  for (let look = 0; look < 40 && !(await leaseOf(ctx)); look++) await wait(5);
}

/**
 * Simulates minutes of downtime: claims and leases of the dead process expire, checks come due, and some holds expire.
 */
export async function passDownTime(ctx: Context, chance: Chance): Promise<void> {
  const { db, now } = ctx;
  await db.read.deleteFrom('job_leases').execute();
  await letTimePass(ctx);
  await db.read.updateTable('outbox').set({ due_at: now().toISOString() }).where('due_at', 'is not', null).execute();
  const held = await db.read
    .selectFrom('checkouts')
    .select('id')
    .where('state', '=', 'open')
    .where('hold', '=', 'held')
    .where('hold_expires_at', 'is not', null)
    .orderBy('created_at')
    .execute();
  for (const { id } of held) if (chance.oneIn(3)) await endHold(ctx, id);
}
