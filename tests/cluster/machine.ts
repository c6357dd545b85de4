import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { childrenOf, isAlive } from '../support/outside/child-processes.ts';
import { findPrograms, ordinaryUser } from '../support/outside/postgres.ts';
import { PROGRAMS } from './programs.ts';
import { service, type Service } from './service.ts';
import { etcdSettings, haproxySettings, patroniSettings, type Place } from './settings-files.ts';

/** One machine of the cluster without its shop. */
export interface Machine {
  /** From 1. */
  number: number;
  address: string;
  folder: string;
  etcd: Service;
  patroni: Service;
  haproxy: Service;
  /** PostgreSQL's first process, which Patroni has started. */
  postgresPid: () => number | undefined;
  /** Kills PostgreSQL with all its sessions. */
  killPostgres: () => void;
  /**
   * Fills the database's disk; the returned function makes room again. Undefined where the disk is not the test's own.
   */
  fillDisk: (() => () => void) | undefined;
  /** The room on the database's disk and the last lines of Patroni's log. */
  logs: () => string;
  start: () => void;
  /** Ends everything at once, as when the plug is pulled. */
  pullPlug: () => Promise<void>;
  /** Also removes its disk. */
  remove: () => Promise<void>;
}

/**
 * PostgreSQL has a disk of this size, where root may mount one. Its write-ahead log alone may grow to 1 GiB
 * (`max_wal_size`).
 */
const DISK = '2g';

export function machine(place: Place, listeners: { visitors: string; database: string }): Machine {
  const { folder, network, machine: number } = place;
  const user = ordinaryUser();
  const disk = path.join(folder, 'postgres');
  mkdirSync(disk, { recursive: true });
  let isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk]).status === 0;
  if (user) for (const owned of [folder, disk]) chownSync(owned, user.uid, user.gid);
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const log = (name: string) => path.join(folder, `${name}.log`);
  const etcd = service(PROGRAMS.etcd, ['--logger=zap'], log('etcd'), {
    env: { ...process.env, ...etcdSettings(place) },
  });
  const haproxy = service(
    PROGRAMS.haproxy,
    ['-db', '-f', file('haproxy.cfg', haproxySettings(place, listeners))],
    log('haproxy'),
  );
  const patroniFile = file('patroni.yml', patroniSettings(place, findPrograms()!));
  const patroni = service(PROGRAMS.patroni, [patroniFile], log('patroni'), {
    ...user,
    cwd: folder,
    env: { ...process.env, HOME: folder, PATH: `/usr/bin:/bin:${findPrograms()}` },
  });
  const postgresPid = () => pidIn(path.join(disk, 'data/postmaster.pid'));
  const killPostgres = () => {
    const pid = postgresPid();
    if (pid === undefined) return;
    // The sessions would notice the death of the first process a little later.
    for (const one of [pid, ...childrenOf(pid)]) kill(one);
  };
  const all = { etcd, haproxy, patroni };
  async function pullPlug() {
    const ends = Object.values(all).map((part) => part.end('SIGKILL'));
    killPostgres();
    await Promise.all(ends);
  }
  return {
    number,
    address: `${network}.${number}`,
    folder,
    ...all,
    postgresPid,
    killPostgres,
    fillDisk: isMounted ? () => fill(disk) : undefined,
    logs: () => `${freeMiB(disk)} MiB free\n${tail(log('patroni'))}`,
    start: () => Object.values(all).forEach((part) => part.start()),
    pullPlug,
    async remove() {
      await pullPlug();
      if (isMounted) execFileSync('umount', ['--lazy', disk]);
      isMounted = false;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freeMiB(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.round((bavail * bsize) / 2 ** 20);
}

function pidIn(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return isAlive(pid) ? pid : undefined;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

function fill(disk: string): () => void {
  const file = path.join(disk, 'filler');
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M']); // ends where no room is left
  return () => rmSync(file, { force: true });
}

const tail = (file: string): string =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-60).join('\n') : '';
