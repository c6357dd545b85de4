import cluster, { type Worker } from 'node:cluster';
import path from 'node:path';
import { RETIRE, type ServerMessage, tellParent } from '#src/server/process-messages.ts';
import { END_SIGNALS } from '#src/server/run-program.ts';
import { ConfigError, loadConfig } from '#src/server/config.ts';
import { codeFolder, requireSite, SERVER_PROGRAM } from '#src/server/site/site-record.ts';

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
 * The server as a process of its own that ends with this one, and this one with it. When a build with other code is put
 * live, the next server takes over the socket, and the one before finishes what is under way. Throws ConfigError where
 * nothing is built.
 */
export function serveShop({ env = process.env, opened = () => {} }: { env?: NodeJS.ProcessEnv; opened?: () => void } = {}): void {
  const { distDir } = loadConfig();
  // The server answers its connections itself; this process only keeps the socket from one server to the next.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const running = new Set<Worker>();
  let next: Worker | undefined;
  let serving = begin();
  serving.once('message', opened);
  for (const signal of END_SIGNALS) process.on(signal, () => running.forEach((server) => server.process.kill(signal)));

  function begin(): Worker {
    cluster.setupPrimary({ exec: serverProgram(distDir), args: [], execArgv: serverFlags() });
    const server = cluster.fork(serverEnv(env));
    running.add(server);
    server.on('message', (message: ServerMessage) => {
      if (message === 'outdated') return server === serving || server === next ? beginNext() : undefined;
      if (server === next) {
        serving.send(RETIRE);
        [serving, next] = [server, undefined];
      }
      tellParent(message);
    });
    server.once('exit', (code) => over(server, code ?? 1));
    server.on('error', ({ message }) => {
      if (server.process.pid !== undefined) return; // nobody hears any more; its exit follows
      console.error(message);
      over(server, 1);
    });
    return server;
  }

  function over(server: Worker, code: number): void {
    running.delete(server);
    if (server === serving) {
      process.exitCode = code;
      next?.process.kill();
      next = undefined;
      // Told to end, it has answered what was under way; one that retires may not have.
      if (code !== 0 || running.size === 0) process.exit();
    } else if (server === next) {
      next = undefined;
      console.error(NOT_STARTED);
    } else if (running.size === 0) process.exit();
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
