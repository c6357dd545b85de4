import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { beginShop } from '../support/shops/server.ts';
import { until } from '../support/until.ts';
import type { TestCluster } from './cluster.ts';
import type { Machine } from './machine.ts';

/** The shop's server on one machine. */
export interface ClusterShop {
  machine: Machine;
  /** Starts it, again and again as a service manager does, until it listens. */
  start: () => Promise<void>;
  /** SIGKILL leaves no time for anything; SIGTERM lets it finish. */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
  pid: () => number;
}

const PORT = 4321;
const RESTART_MS = 1_000;

/** `env` of the shop on each machine. They share the built pages and the pictures. */
export function clusterShops(
  { machines, databaseUrl }: TestCluster,
  env: (machine: Machine) => Record<string, string>,
): ClusterShop[] {
  return machines.map((machine) => {
    const own = {
      HOST: machine.address,
      PORT: String(PORT),
      DATABASE_URL: databaseUrl(machine),
      SHUTDOWN_DELAY_S: '4', // as docs/scaling.md says
      ...env(machine),
    };
    let shop: ReturnType<typeof beginShop> | undefined;
    const isRunning = () => shop !== undefined && shop.process.exitCode === null && shop.process.signalCode === null;
    return {
      machine,
      async start() {
        for (let attempt = 1; ; attempt++) {
          shop = beginShop(own);
          try {
            await shop.listening;
            return;
          } catch (error) {
            if (attempt === 60) throw error;
            await wait(RESTART_MS);
          }
        }
      },
      async end(signal) {
        if (!isRunning()) return;
        const exit = once(shop!.process, 'exit');
        shop!.process.kill(signal);
        await exit;
      },
      pid: () => shop!.process.pid!,
    };
  });
}

/** Waits until HAProxy sends visitors to a shop that is ready. */
export const throughFront = ({ front }: TestCluster): Promise<void> =>
  until('the shop answers through the front server', () =>
    fetch(`${front}/api/ready/`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
