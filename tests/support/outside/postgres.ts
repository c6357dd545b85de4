import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';

export interface Cluster {
  /** The address of the `postgres` database. */
  url: string;
  /** Belongs to PostgreSQL's user; the data folder is inside. */
  folder: string;
  data: string;
  /** Stops all sessions and prevents new ones; the returned function resumes them. */
  freeze: () => Promise<() => void>;
  /** Runs a shell script as PostgreSQL's user, with its programs; throws when a line fails. */
  run: (script: string, env?: Record<string, string>) => void;
  /** Ends the server; `resume` starts it again on its data folder. */
  halt: () => Promise<void>;
  resume: () => Promise<void>;
  stop: () => Promise<void>;
}

interface ClusterOptions {
  /** Waits for the disk. */
  durable?: boolean;
  /** More lines of postgresql.conf, made for the cluster's folder. */
  settings?: (folder: string) => string;
}

/** The folder of PostgreSQL's programs: on the path, or Debian's. */
export function findPrograms(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(path.delimiter);
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const found = [...onPath, ...versions.map((version) => path.join(debian, version, 'bin'))].find((folder) =>
    existsSync(path.join(folder, 'initdb')),
  );
  // The path may hold links to some of the programs only.
  return found && path.dirname(realpathSync(path.join(found, 'initdb')));
}

/** PostgreSQL refuses to run as root, so root runs it as the user `postgres` or `nobody`. */
export function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      continue; // this user does not exist
    }
  }
  return undefined;
}

/** Why no cluster can be started here, if so. */
export function whyNoCluster(): string | undefined {
  if (!findPrograms()) return 'PostgreSQL is not installed (Debian: apt-get install postgresql)';
  const isRoot = process.getuid?.() === 0;
  return isRoot && !ordinaryUser()
    ? 'PostgreSQL cannot run as root and there is no ordinary user to run it'
    : undefined;
}

/** Starts a throw-away cluster on loopback, or returns why it cannot. */
export async function startCluster({ durable = false, settings = () => '' }: ClusterOptions = {}): Promise<
  Cluster | { reason: string }
> {
  const reason = whyNoCluster();
  if (reason) return { reason };
  const programs = findPrograms()!;
  const user = ordinaryUser();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-pg-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const run = { ...user, cwd: folder };
  const data = path.join(folder, 'data');
  execFileSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    {
      ...run,
      stdio: 'ignore',
    },
  );
  const port = await freePort();
  const options = [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    folder,
    '-c',
    `fsync=${durable ? 'on' : 'off'}`,
  ];
  appendFileSync(path.join(data, 'postgresql.conf'), settings(folder));
  const begin = () => spawn(path.join(programs, 'postgres'), options, { ...run, stdio: 'ignore' });
  let server = begin();
  const url = `postgres://shop@127.0.0.1:${port}/postgres`;
  await answers(url, server);
  return {
    url,
    folder,
    data,
    freeze: () => freeze(server, url),
    run: (script, env = {}) => {
      const given = { ...process.env, PATH: `${programs}${path.delimiter}${process.env.PATH}`, ...env };
      execFileSync('sh', ['-euc', script], { ...run, env: given, stdio: ['ignore', 'ignore', 'inherit'] });
    },
    halt: () => end(server),
    async resume() {
      server = begin();
      await answers(url, server);
    },
    async stop() {
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    const ready = await client.connect().then(
      () => true,
      () => false,
    );
    if (ready) return client.end();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('PostgreSQL did not answer within a minute');
}

async function freeze(server: ChildProcess, url: string): Promise<() => void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  server.kill('SIGSTOP'); // stopped first, so that no new session can begin
  const sessions = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  const pids = sessions.rows.map(({ pid }) => pid);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await client.end();
  return () => [...pids, server.pid!].forEach((pid) => process.kill(pid, 'SIGCONT'));
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGINT'); // fast shutdown: closes open sessions
  await ended;
}

/** Creates a database on a cluster: empty, or a copy of another one that nobody is connected to. */
export async function createDatabase(clusterUrl: string, name: string, template = 'template1'): Promise<string> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query(`create database "${name}" template "${template}"`);
  await client.end();
  return clusterUrl.replace(/\/postgres$/, `/${name}`);
}
