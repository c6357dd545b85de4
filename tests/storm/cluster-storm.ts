/**
 * `npm run storm -- --cluster`: the parts of three machines die one after another while buyers pay and visitors read.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '#src/settings/environment/config.ts';
import { closeContext, createContext, type Context } from '#src/server/context.ts';
import { productRow, writeCatalogue } from '../support/catalogue/catalogue.ts';
import { emulatorProcess, type EmulatorProcess } from '../support/outside/emulator.ts';
import { startMailServer } from '../support/outside/mail-server.ts';
import { shop as command } from '../support/shops/site.ts';
import { until } from '../support/until.ts';
import { wrongClock } from '../support/outside/wrong-clock.ts';
import { startTestCluster } from '../cluster/cluster.ts';
import { clusterShops, throughFront, type ClusterShop } from '../cluster/shops.ts';
import { readBooks } from './books.ts';
import { buyUntilOver, forgiveAbsence, tryToOrder } from './buyers.ts';
import { chanceOf } from './chance.ts';
import { FAULTS, type ClusterWorld, type FaultName } from './cluster-faults.ts';
import { contradictions } from './compare.ts';
import { finish } from './finish.ts';
import { passDownTime } from './kills.ts';
import { countMails } from './mail-count.ts';
import { STORM_ENV, STORM_ROWS } from './settings.ts';
import { oddAnswers, told } from './storm.ts';
import { giveMoneyBack, troublePaypal } from './troubles.ts';
import { watchPages } from './witness.ts';
import { newWorld, type World } from './world.ts';

export interface ClusterStormOptions {
  /** How long parts die at random. */
  minutes: number;
  /** Only these die, one after the other. */
  faults?: readonly FaultName[] | undefined;
  buyers: number;
  seed: number;
  tell: (text: string) => void;
}

/** What one fault did to those who order. */
interface Suffered {
  fault: FaultName;
  /** The longest time in which nobody could order, in seconds. */
  refusedSeconds: number;
}

export interface ClusterReport {
  seed: number;
  /** In the order of the faults. */
  suffered: Suffered[];
  pages: { opened: number; failed: number; slowestMs: number };
  answers: Record<string, number>;
  counts: Record<'purchases' | 'told' | 'orders' | 'mails' | 'repeatedMails' | 'cutOff' | 'refunds', number>;
  problems: string[];
}

/** The limit: a failover refuses orders for half a minute at most. */
const MOST_REFUSED_SECONDS = 30;

/** One clock is right. The shop goes by the database's clock. */
const CLOCKS = [{}, wrongClock(10 * 60_000), wrongClock(-10 * 60_000)];

export async function clusterStorm(options: ClusterStormOptions): Promise<ClusterReport> {
  const { tell } = options;
  tell('starting three machines');
  const cluster = await startTestCluster();
  const paypal = await emulatorProcess();
  const mails = await Promise.all([1, 2, 3].map(() => startMailServer()));
  const env = {
    ...STORM_ENV,
    // Behind HAProxy, which adds its own caller to the address that each buyer claims.
    TRUST_PROXY: '2',
    DATA_DIR: cluster.folder,
    SITE_URL: 'http://localhost:4321',
    PAYPAL_API_BASE: paypal.url,
    DATABASE_URL: cluster.databaseUrl(),
  };
  const ctx = createContext(readConfig({ ...env, LOG_LEVEL: 'fatal' })); // it loses its connections, too
  const shops = clusterShops(cluster, ({ number }) => ({
    ...env,
    ...CLOCKS[number - 1],
    SMTP_URL: mails[number - 1]!.url,
  }));
  try {
    await ctx.db.migrate();
    const imported = await command(
      ['catalogue', 'import', writeCatalogue(`${cluster.folder}/catalogue`, STORM_ROWS.map(productRow))],
      env,
    );
    if (imported.code !== 0) throw new Error(imported.stderr);
    await Promise.all(shops.map((shop) => shop.start()));
    await throughFront(cluster);
    return await letPartsDie(options, { ctx, cluster, shops, paypal, mails });
  } finally {
    await Promise.all(shops.map((shop) => shop.end('SIGKILL')));
    await closeContext(ctx);
    await paypal.stop();
    await Promise.all(mails.map((mail) => mail.stop()));
    await cluster.stop();
  }
}

interface Parts extends Pick<ClusterWorld, 'cluster' | 'shops' | 'mails'> {
  ctx: Context;
  paypal: EmulatorProcess;
}

async function letPartsDie(
  options: ClusterStormOptions,
  { ctx, cluster, shops, paypal, mails }: Parts,
): Promise<ClusterReport> {
  const { buyers, seed } = options;
  const chance = chanceOf(seed);
  const count = countMails(ctx, ...mails);
  let over = false;
  const isOver = () => over;
  const world = await newWorld({ ctx, paypal, url: cluster.front, takesCards: false, sellsVouchers: false, isOver });
  const witness = await watchPages(cluster.front, 3, isOver);
  const busy = [
    ...Array.from({ length: buyers }, () => buyUntilOver(world, chance.child())),
    troublePaypal(world, chance.child(), () => !canOrder(world)),
    giveMoneyBack(world, chance.child()),
    tryToOrder(world, chance.child()),
    witness.done,
  ];
  const done = Promise.all(busy);
  done.catch(() => (over = true));
  const recordInterrupted = (shop: ClusterShop) =>
    insistOnDatabase(() => count.recordInterrupted(mails[shops.indexOf(shop)]));
  const killShop = async (shop: ClusterShop) => {
    await shop.end('SIGKILL');
    await recordInterrupted(shop);
  };
  const faults: ClusterWorld = { cluster, shops, mails, paypal, chance: chance.child(), killShop };
  await wait(2_000);
  const suffered = await sufferAll(faults, world, { ...options, isOver });
  over = true;
  await done;
  for (const shop of shops) await killShop(shop);
  await passDownTime(ctx, chance);
  options.tell('finishing all open work');
  await shops[0]!.start();
  await finish(world, { stop: () => shops[0]!.end('SIGTERM') }, chance);
  const books = await readBooks(ctx, paypal);
  const { answers, purchases, cutOff, refunds } = world.diary;
  return {
    seed,
    suffered,
    pages: { opened: witness.pages, failed: witness.failed.length, slowestMs: witness.slowestMs },
    answers,
    counts: {
      purchases: purchases.length,
      told: told(world),
      orders: [...books.checkouts.values()].filter(({ order }) => order).length,
      mails: mails.reduce((sum, mail) => sum + mail.mails.length, 0),
      repeatedMails: count.repeats(),
      cutOff,
      refunds,
    },
    problems: [
      ...contradictions(books, world),
      ...count.problems(books),
      ...oddAnswers(answers),
      ...witness.failed,
      ...suffered.flatMap(({ fault, refusedSeconds }) =>
        refusedSeconds > MOST_REFUSED_SECONDS ? [`${fault}: nobody could order for ${refusedSeconds} s`] : [],
      ),
      ...(told(world) >= suffered.length * 2 ? [] : ['hardly anything was ordered: that was no storm']),
    ],
  };
}

interface Plan extends ClusterStormOptions {
  isOver: () => boolean;
}

/** One fault after another; the next one waits until the machines are whole again. */
async function sufferAll(
  faults: ClusterWorld,
  world: World,
  { minutes, faults: given, tell, isOver }: Plan,
): Promise<Suffered[]> {
  const { cluster, chance } = faults;
  const suffered: Suffered[] = [];
  const end = performance.now() + minutes * 60_000;
  const names = given ?? (Object.keys(FAULTS) as FaultName[]);
  const waiting = given ? [...given] : [];
  while (!isOver() && (given ? waiting.length > 0 : performance.now() < end)) {
    // In a random order, but each before the first comes again.
    if (waiting.length === 0) waiting.push(...names.toSorted(() => chance.between(-1, 1)));
    const fault = waiting.shift()!;
    const from = performance.now();
    await cluster.healthy();
    const skipped = await FAULTS[fault](faults, (await cluster.primary())!);
    if (skipped) {
      tell(`${fault}: skipped, because ${skipped}`);
      continue;
    }
    await cluster.explain(() => until(`orders are taken again after ${fault}`, () => isOver() || canOrder(world)));
    const refusedSeconds = longestOutage(world, from);
    suffered.push({ fault, refusedSeconds });
    tell(
      `${fault}: nobody could order for ${refusedSeconds} s; ${told(world)} orders, ` +
        `${world.diary.cutOff} calls cut off`,
    );
  }
  await cluster.healthy();
  return suffered;
}

const canOrder = ({ diary }: World): boolean => diary.outages.at(-1)?.to !== undefined || diary.outages.length === 0;

/** In seconds, with one digit. */
function longestOutage({ diary }: World, from: number): number {
  const since = diary.outages.filter((outage) => (outage.to ?? Infinity) > from);
  const longest = Math.max(0, ...since.map((outage) => (outage.to ?? performance.now()) - outage.from));
  return Math.round(longest / 100) / 10;
}

/** Repeats while the database has no primary. */
async function insistOnDatabase(act: () => Promise<void>): Promise<void> {
  let isDone = false;
  while (!isDone)
    await act().then(
      () => (isDone = true),
      (error: unknown) => forgiveAbsence(error),
    );
}
