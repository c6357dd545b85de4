/**
 * Three machines on loopback addresses, each with the files of docs/cluster: etcd, Patroni with PostgreSQL, and
 * HAProxy.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findPrograms } from '../support/outside/postgres.ts';
import { until } from '../support/until.ts';
import { machine, type Machine } from './machine.ts';
import type { Service } from './service.ts';
import { PASSWORD } from './settings-files.ts';

interface Member {
  name: string;
  host: string;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
}

export interface TestCluster {
  machines: Machine[];
  folder: string;
  /** Where visitors arrive: a front server that is no part of the three machines. */
  front: string;
  frontProxy: Service;
  /** The database's address for a program on this machine: the primary, wherever it is. */
  databaseUrl: (at?: Machine) => string;
  /** As Patroni sees them; empty while none of its programs answers. */
  members: () => Promise<Member[]>;
  primary: () => Promise<Machine | undefined>;
  /** Resolves when one primary and its synchronous standby run, and this many machines in all. */
  healthy: (machines?: number, seconds?: number) => Promise<void>;
  /** Adds to an error what Patroni sees and its last lines. */
  explain: <T>(act: () => Promise<T>) => Promise<T>;
  stop: () => Promise<void>;
}

const MACHINES = [1, 2, 3];
const SHOP_PORT = 8080;
const DATABASE_PORT = 5000;

export async function startTestCluster(): Promise<TestCluster> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-cluster-'));
  chmodSync(folder, 0o711); // PostgreSQL's user passes through it
  // Each cluster has its own addresses, so the ports can be those of the documents.
  const network = `127.${100 + Math.floor(Math.random() * 100)}.${1 + Math.floor(Math.random() * 250)}`;
  const place = (number: number) => {
    const own = path.join(folder, String(number));
    mkdirSync(own);
    const address = `${network}.${number}`;
    return machine(
      { network, machine: number, folder: own },
      { visitors: `${address}:${SHOP_PORT}`, database: `${address}:${DATABASE_PORT}` },
    );
  };
  const machines = MACHINES.map(place);
  // A fourth machine, as a hoster's load balancer would be: only its HAProxy runs.
  const front = place(MACHINES.length + 1);
  const members = async (): Promise<Member[]> => {
    for (const { address } of machines) {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
        .then((response) => response.json() as Promise<{ members?: Member[] }>)
        .catch(() => undefined);
      if (answer?.members) return answer.members;
    }
    return [];
  };
  const databaseUrl = ({ address }: Pick<Machine, 'address'> = front) =>
    `postgres://vitrine:${PASSWORD}@${address}:${DATABASE_PORT}/vitrine`;
  const cluster: TestCluster = {
    machines,
    folder,
    front: `http://${front.address}:${SHOP_PORT}`,
    frontProxy: front.haproxy,
    databaseUrl,
    members,
    async primary() {
      const leader = (await members()).find(({ role, state }) => role === 'leader' && state === 'running');
      return machines.find(({ address }) => address === leader?.host);
    },
    async healthy(count = machines.length, seconds = 90) {
      const isWhole = async () => {
        const running = (await members()).filter(({ state }) => state === 'running' || state === 'streaming');
        return (
          running.length >= count &&
          ['leader', 'sync_standby'].every((role) => running.some((member) => member.role === role))
        );
      };
      await cluster.explain(() => until(`a cluster of ${count} machines`, isWhole, seconds));
    },
    async explain(act) {
      try {
        return await act();
      } catch (error) {
        const logs = machines.map(({ number, logs }) => `machine ${number}:\n${logs()}`).join('\n');
        throw new Error(`${(error as Error).message}\n${JSON.stringify(await members())}\n${logs}`, { cause: error });
      }
    },
    async stop() {
      await Promise.all([...machines, front].map((part) => part.remove()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    for (const part of machines) part.start();
    front.haproxy.start();
    await cluster.healthy();
    await createShopDatabase(`${front.address}:${DATABASE_PORT}`);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/** Runs the step of docs/scaling.md. HAProxy may learn of the primary a moment later than Patroni. */
async function createShopDatabase(address: string): Promise<void> {
  const [, step] = /^```sh\nrunuser -u postgres -- psql (.+?)^```$/ms.exec(readFileSync('docs/scaling.md', 'utf8'))!;
  const script = `${path.join(findPrograms()!, 'psql')} ${step!.replace('127.0.0.1:5000', address)}`;
  await until('the primary answers through HAProxy', () => {
    const { status } = spawnSync('sh', ['-euc', script], {
      env: { ...process.env, DATABASE_PASSWORD: PASSWORD },
      stdio: 'ignore',
    });
    return status === 0;
  });
}
