import cluster, { type Worker } from 'node:cluster';
import path from 'node:path';
import { RETIRE, type ServerMessage, notifyParent } from '#src/server/process-messages.ts';
import { END_SIGNALS } from '#src/server/run-program.ts';
import { ConfigError, loadConfig } from '#src/server/config.ts';
import { codeFolder, requireSite, SERVER_PROGRAM } from '#src/site/site-record.ts';
import { createRestartPauses } from './restart-pauses.ts';

/**
 * Node lets its heap grow by the machine's memory before it clears away what requests left: 400 MiB where 40 are in use.
 * These keep a server under load below 250 MiB; NODE_OPTIONS may say otherwise, for a catalogue of tens of thousands.
 */
const HEAP = ['--max-semi-space-size=8', '--max-old-space-size=384'];

/** glibc's own pools for each thread hold what packing has left: 20 MiB more without a faster answer. */
const POOLS = { MALLOC_ARENA_MAX: '2' };

const NOT_STARTED = 'The new version of the server could not start; the one before goes on. What is wrong stands above.';

export const serverFlags = (): string[] => HEAP.filter((flag) => !process.env.NODE_OPTIONS?.includes(flag.replace(/=.*/, '')));

export const serverEnv = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...POOLS, ...env });

/** The built server's program; throws ConfigError where nothing is built. */
export const serverProgram = (distDir: string): string => path.join(codeFolder(distDir, requireSite(distDir)), SERVER_PROGRAM);

/**
 * The server as a process of its own that ends with this one, and this one with it; a server that dies is started again.
 * When a build with other code is put live, the next server takes over the socket, and the one before finishes what is
 * under way. Throws ConfigError where nothing is built.
 */
export function serveShop({ env = process.env, opened = () => {} }: { env?: NodeJS.ProcessEnv; opened?: () => void } = {}): void {
  const { distDir } = loadConfig();
  // The server answers its connections itself; this process only keeps the socket from one server to the next.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  /** With the moment at which each was begun, in ms. */
  const running = new Map<Worker, number>();
  const pauseAfter = createRestartPauses();
  let hasServed = false;
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;
  let next: Worker | undefined;
  let serving: Worker | undefined = begin();
  for (const signal of END_SIGNALS) process.on(signal, () => stop(signal));

  function begin(): Worker {
    cluster.setupPrimary({ exec: serverProgram(distDir), args: [], execArgv: serverFlags() });
    const server = cluster.fork(serverEnv(env));
    running.set(server, performance.now());
    server.on('message', (message: ServerMessage) => {
      if (message === 'outdated') return server === serving || server === next ? beginNext() : undefined;
      if (server === next) {
        serving?.send(RETIRE);
        [serving, next] = [server, undefined];
      }
      if (!hasServed) opened();
      hasServed = true;
      notifyParent(message);
    });
    server.once('exit', (code, signal) => over(server, code, signal));
    server.on('error', ({ message }) => {
      if (server.process.pid !== undefined) return; // nobody hears any more; its exit follows
      console.error(message);
      over(server, 1);
    });
    return server;
  }

  function stop(signal: NodeJS.Signals): void {
    isStopping = true;
    clearTimeout(restart);
    for (const server of running.keys()) server.process.kill(signal);
    if (running.size === 0) process.exit();
  }

  function over(server: Worker, code: number | null, signal?: string): void {
    const livedMs = performance.now() - running.get(server)!;
    running.delete(server);
    if (server === serving) {
      if (code !== 0 && hasServed && !isStopping) return replace(signal || `code ${code}`, livedMs);
      isStopping = true;
      process.exitCode = code ?? 1;
      next?.process.kill();
      next = undefined;
      // Told to end, it has answered what was under way; one that retires may not have.
      if (code !== 0) process.exit();
    } else if (server === next) {
      next = undefined;
      if (!isStopping) console.error(NOT_STARTED);
    }
    if (isStopping && running.size === 0) process.exit();
  }

  /** Begins a server in the place of one that died. */
  function replace(why: string, livedMs: number): void {
    [serving, next] = [next, undefined];
    if (serving) return console.error(`The server process ended (${why}). The next one is starting already.`);
    const pause = pauseAfter(livedMs);
    console.error(`The server process ended (${why}). It is started again ${pause === 0 ? 'now' : `in ${pause / 1000} s`}.`);
    restart = setTimeout(() => {
      try {
        serving = begin();
      } catch (error) {
        replace(error instanceof ConfigError ? error.message : String(error), 0);
      }
    }, pause);
  }

  /** In the place of one that is still starting: it may hang, and is of a build before the present one. */
  function beginNext(): void {
    try {
      const newer = begin();
      next?.process.kill();
      next = newer;
    } catch (error) {
      console.error(error instanceof ConfigError ? error.message : error);
      console.error(NOT_STARTED);
    }
  }
}
