import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf, isAlive } from '../support/outside/child-processes.ts';
import type { EmulatorProcess } from '../support/outside/emulator.ts';
import type { MailServer } from '../support/outside/mail-server.ts';
import { until } from '../support/until.ts';
import type { TestCluster } from '../cluster/cluster.ts';
import { takesClaimsBack } from '../cluster/programs.ts';
import type { Machine } from '../cluster/machine.ts';
import type { ClusterShop } from '../cluster/shops.ts';
import type { Chance } from './chance.ts';

export interface ClusterWorld {
  cluster: TestCluster;
  shops: ClusterShop[];
  /** The mail server of each shop, so that a mail tells who sent it. */
  mails: MailServer[];
  paypal: EmulatorProcess;
  chance: Chance;
  /** Kills a shop and notes which of its mails may come again. */
  killShop: (shop: ClusterShop) => Promise<void>;
}

/**
 * Does harm and makes up for it, except for the time that the parts need to find each other again. Resolves to the
 * reason where the fault cannot happen on this machine.
 */
type Fault = (world: ClusterWorld, primary: Machine) => Promise<string | void>;

const shopOf = ({ shops }: ClusterWorld, machine: Machine) => shops.find((shop) => shop.machine === machine)!;

/** Until another machine is the primary. */
const replaced = ({ cluster }: ClusterWorld, machine: Machine) =>
  until(
    'another machine is the primary',
    async () => {
      const primary = await cluster.primary();
      return primary !== undefined && primary !== machine;
    },
    60,
  );

const killShop: Fault = async (world) => {
  const shop = world.chance.pick(world.shops);
  await world.killShop(shop);
  await wait(world.chance.between(0, 3_000));
  await shop.start();
};

/** As for a new version: nobody may notice. */
const restartShop: Fault = async ({ shops, chance }) => {
  const shop = chance.pick(shops);
  await shop.end('SIGTERM');
  await shop.start();
};

/** Patroni still runs and sees it. */
const killPostgres: Fault = async (world, primary) => {
  primary.killPostgres();
  await replaced(world, primary);
};

const killDatabase: Fault = async (world, primary) => {
  await primary.patroni.end('SIGKILL');
  primary.killPostgres();
  await replaced(world, primary);
  primary.start();
};

/** PostgreSQL goes on as if it were the primary, but nobody speaks for it. */
const killPatroni: Fault = async (world, primary) => {
  await primary.patroni.end('SIGKILL');
  await replaced(world, primary);
  primary.start();
};

/** The shop, the database and all else of the primary's machine. */
const pullPlug: Fault = async (world, primary) => {
  const shop = shopOf(world, primary);
  await Promise.all([primary.pullPlug(), world.killShop(shop)]);
  await replaced(world, primary);
  primary.start();
  await shop.start();
};

/** The machine does not answer, and does not close its connections either. */
const freezeDatabase: Fault = async (world, primary) => {
  if (takesClaimsBack()) return 'this Patroni takes back a claim that it has lost (docs/scaling.md)';
  const postgres = primary.postgresPid()!;
  const pids = [postgres, ...childrenOf(postgres)];
  const resume = primary.patroni.freeze();
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await replaced(world, primary);
  // PostgreSQL first: Patroni would kill its first process, whose stopped sessions would hold its memory for ever.
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGCONT');
  resume();
  return undefined;
};

/** Nothing replaces a primary whose disk is full, so the owner stops it, as docs/scaling.md says. */
const fillDisk: Fault = async (world, primary) => {
  const makeRoom = primary.fillDisk?.();
  if (!makeRoom) return 'only root can mount a disk that a test may fill';
  await wait(1_000);
  primary.killPostgres();
  await replaced(world, primary);
  makeRoom();
  return undefined;
};

const killEtcd: Fault = async ({ cluster, chance }) => {
  const { etcd } = chance.pick(cluster.machines);
  await etcd.end('SIGKILL');
  await wait(chance.between(1_000, 6_000));
  etcd.start();
};

/** Its shop has no way to the database. */
const killProxy: Fault = async ({ cluster, chance }) => {
  const { haproxy } = chance.pick(cluster.machines);
  await haproxy.end('SIGKILL');
  await wait(chance.between(1_000, 6_000));
  haproxy.start();
};

const hangPaypal: Fault = async ({ paypal, chance }) => {
  const resume = paypal.freeze();
  await wait(chance.between(3_000, 8_000));
  resume();
};

/** The next mails of each shop get no reply; the shops give them up after a while and try again. */
const hangMail: Fault = async ({ mails, chance }) => {
  for (const { fates } of mails) fates.push(...Array.from({ length: chance.between(1, 2) }, () => 'hang' as const));
  await wait(2_000);
};

export const FAULTS = {
  killShop,
  restartShop,
  killPostgres,
  killDatabase,
  killPatroni,
  pullPlug,
  freezeDatabase,
  fillDisk,
  killEtcd,
  killProxy,
  hangPaypal,
  hangMail,
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

/** The order of a short storm: each kind of part dies once. */
export const SHORT: FaultName[] = ['killShop', 'hangMail', 'pullPlug', 'hangPaypal', 'fillDisk'];
