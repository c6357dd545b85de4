import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { serverEnv, serverFlags, serverProgram } from '#src/cli/server-process.ts';
import { CHILD_ENV, SITE_DIST } from './site.ts';
import type { WarmOrder, WarmReport } from './warm-server.ts';

export interface RunningShop {
  /** Without a trailing slash. */
  url: string;
  /** Everything that the server has logged so far. */
  log: () => string;
  process: ChildProcess;
  stop: () => Promise<void>;
}

/** A server in a process that answers questions about itself. */
export interface WarmShop extends RunningShop {
  /** Milliseconds of processor time that its thread has used. */
  processorTime: () => Promise<number>;
}

/** A shop's process that may not listen yet. */
export interface StartingShop {
  process: ChildProcess;
  /** Rejects with the whole log when the process ends before it listens. */
  listening: Promise<RunningShop>;
}

const environment = (env: Record<string, string>) =>
  serverEnv({
    ...process.env,
    ...CHILD_ENV,
    PORT: '0',
    LOG_LEVEL: 'info',
    MORNING_SUMMARY: 'off',
    DIST_DIR: SITE_DIST,
    ...env,
  });

/** An empty variable would hide a line of the folder's `.env`. */
const withoutEmpty = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

/**
 * Starts the built server, or another program, on a free port. `execPath` is the Node to use; `stdout` may be an open
 * file. `cwd` is another folder with an `.env`.
 */
export const startShop = (...how: Parameters<typeof beginShop>): Promise<RunningShop> => beginShop(...how).listening;

/** The same, without waiting until it listens. */
export function beginShop(
  env: Record<string, string>,
  program = serverProgram(env.DIST_DIR ?? SITE_DIST),
  execPath = process.execPath,
  stdout: number | 'pipe' = 'pipe',
  cwd = process.cwd(),
): StartingShop {
  const child = fork(path.resolve(program), {
    cwd,
    execPath,
    stdio: ['ignore', stdout, 'pipe', 'ipc'],
    execArgv: serverFlags(),
    env: cwd === process.cwd() ? environment(env) : withoutEmpty(environment(env)),
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += String(chunk)));
  child.stderr?.on('data', (chunk: Buffer) => (output += String(chunk)));
  const log = () => output;
  const listening = firstMessage<{ listening: number }>(child, log).then((message) =>
    running(child, message.listening, log),
  );
  listening.catch(() => {}); // a caller that does not wait may end the process early
  return { process: child, listening };
}

const running = (child: ChildProcess, port: number, log: () => string): RunningShop => ({
  url: `http://127.0.0.1:${port}`,
  log,
  process: child,
  async stop() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  },
});

/** Processes that have run a server and wait for the next one. */
const warm: ChildProcess[] = [];

/** A server answers a few dozen requests here: optimized code and early collections of garbage do not pay. */
const SHORT_LIFE = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--no-opt'];

/** Each server leaves 4 MB in its process: with a hundred, collecting garbage takes longer than another start. */
const MOST_SERVERS = 40;
const served = new WeakMap<ChildProcess, number>();

/** What keeps the parent of a process alive. */
const partsOf = (child: ChildProcess) => [
  child,
  child.channel,
  child.stdout as Socket | null,
  child.stderr as Socket | null,
];

/**
 * Whether a server with these settings can run in the process of another one: it has the same code and no options of
 * Node.
 */
export const canFollow = ({ DIST_DIR, NODE_OPTIONS }: Record<string, string | undefined>): boolean =>
  !NODE_OPTIONS && (!DIST_DIR || realpathSync(serverProgram(DIST_DIR)) === realpathSync(serverProgram(SITE_DIST)));

/**
 * Starts the built server in a process that may have run another shop's server before, which saves a second of
 * processor time.
 */
export async function startWarmShop(env: Record<string, string>): Promise<WarmShop> {
  const child =
    warm.pop() ??
    fork('tests/support/shops/warm-server.ts', {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [...serverFlags(), ...SHORT_LIFE],
      env: environment({}),
    });
  served.set(child, (served.get(child) ?? 0) + 1);
  for (const part of partsOf(child)) part?.ref();
  const begin = `${randomUUID()}\n`;
  let output = '';
  // The last lines of the earlier server may come after the order for this one.
  const log = () => output.split(begin)[1] ?? '';
  let hasEnded = false;
  const note = (chunk: Buffer) => (output += String(chunk));
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', note);
  const ask = async (order: WarmOrder) => {
    child.send(order);
    return firstMessage<{ listening: number } | WarmReport>(child, () => output);
  };
  const answer = await ask({
    begin,
    program: serverProgram(SITE_DIST),
    env: environment({ LOG_LEVEL: 'silent', ...env }),
  });
  const shop = running(child, (answer as { listening: number }).listening, log);
  return {
    ...shop,
    processorTime: async () => ((await ask('time')) as { processorTime: number }).processorTime,
    async stop() {
      if (hasEnded) return;
      // A process that got a signal runs no other server.
      if (child.killed || child.exitCode !== null || child.signalCode !== null) return shop.stop();
      hasEnded = true;
      await ask('end');
      for (const stream of [child.stdout, child.stderr]) stream?.off('data', note).resume();
      // A waiting process must not keep a program alive that is done, such as a benchmark.
      for (const part of partsOf(child)) part?.unref();
      if (served.get(child)! < MOST_SERVERS) warm.push(child);
      else child.disconnect();
    },
  };
}

/** Rejects with the whole log when the process ends before it sends one. */
async function firstMessage<T>(child: ChildProcess, log: () => string): Promise<T> {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`The server ended before its time:\n${log()}`);
  });
  ended.catch(() => {}); // it also ends when it is no longer waited for
  const [message] = (await Promise.race([once(child, 'message', { signal }), ended]).finally(() =>
    settled.abort(),
  )) as [T];
  return message;
}

/** Waits until the server has logged a text. */
export async function logged(server: RunningShop, text: string): Promise<void> {
  while (!server.log().includes(text)) await once(server.process.stdout!, 'data');
}
