import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { serverEnv, serverFlags, serverProgram } from '#src/cli/server-process.ts';
import { CHILD_ENV, SITE_DIST } from './site.ts';

export interface RunningShop {
  /** Without a trailing slash. */
  url: string;
  /** Everything that the server has logged so far. */
  log: () => string;
  process: ChildProcess;
  stop: () => Promise<void>;
}

/** A shop's process that may not listen yet. */
export interface StartingShop {
  process: ChildProcess;
  /** Rejects with the whole log when the process ends before it listens. */
  listening: Promise<RunningShop>;
}

/**
 * Starts the built server, or another program, on a free port. `execPath` is the Node to use; `stdout` may be an open file. `cwd`
 * is another folder with an `.env`.
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
    env: serverEnv({ ...process.env, ...CHILD_ENV, PORT: '0', LOG_LEVEL: 'info', MORNING_SUMMARY: 'off', DIST_DIR: SITE_DIST, ...env }),
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += String(chunk)));
  child.stderr?.on('data', (chunk: Buffer) => (output += String(chunk)));
  const started = once(child, 'message') as Promise<[{ listening: number }]>;
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The server ended before it listened:\n${output}`);
  });
  const listening = Promise.race([started, ended]).then(([message]) => running(child, message.listening, () => output));
  listening.catch(() => {}); // a caller that does not wait may end the process early
  ended.catch(() => {}); // the process also ends when it is stopped
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

/** Waits until the server has logged a text. */
export async function logged(server: RunningShop, text: string): Promise<void> {
  while (!server.log().includes(text)) await once(server.process.stdout!, 'data');
}
