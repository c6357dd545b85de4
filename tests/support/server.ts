import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { serverEnv, serverFlags, serverProgram } from '#src/cli/server-process.ts';
import { CHILD_ENV, SITE_DIST } from './site.ts';

export interface RunningShop {
  /** Without a trailing slash. */
  url: string;
  /** Everything the server logged so far. */
  log: () => string;
  process: ChildProcess;
  stop: () => Promise<void>;
}

/** A shop's process that may not listen yet. */
export interface StartingShop {
  process: ChildProcess;
  /** Rejects with everything it logged, should it end before it listens. */
  listening: Promise<RunningShop>;
}

/** Starts the built server, or the program that begins it, on a free port, by this or another copy of Node; `stdout` may be an open file. */
export const startShop = (...how: Parameters<typeof beginShop>): Promise<RunningShop> => beginShop(...how).listening;

/** The same, without waiting for it. */
export function beginShop(
  env: Record<string, string>,
  program = serverProgram(env.DIST_DIR ?? SITE_DIST),
  execPath = process.execPath,
  stdout: number | 'pipe' = 'pipe',
): StartingShop {
  const child = fork(program, {
    execPath,
    stdio: ['ignore', stdout, 'pipe', 'ipc'],
    execArgv: serverFlags(),
    env: serverEnv({ ...process.env, ...CHILD_ENV, PORT: '0', LOG_LEVEL: 'info', DIST_DIR: SITE_DIST, ...env }),
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += String(chunk)));
  child.stderr?.on('data', (chunk: Buffer) => (output += String(chunk)));
  const started = once(child, 'message') as Promise<[{ listening: number }]>;
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The server ended before it listened:\n${output}`);
  });
  const listening = Promise.race([started, ended]).then(([message]) => running(child, message.listening, () => output));
  listening.catch(() => {}); // whoever does not wait may end it early
  ended.catch(() => {}); // it ends once it is stopped
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
