/**
 * How a server process ends: it accepts no new connection, finishes its requests and exits with code 0.
 *
 *     a signal                       at once, or after `delayMs` in which it answers as before, but is not ready
 *     the parent died                at once, because the next start needs the port
 *     RETIRE                         another server has the socket: open connections may send requests for 10 s
 *
 * Then requests under way get 10 s.
 */
import cluster from 'node:cluster';
import type { Server } from 'node:http';
import net from 'node:net';
import type { Logger } from 'pino';
import { RETIRE } from './process-messages.ts';
import { END_SIGNALS } from './run-program.ts';

const DRAIN_MS = 10_000;

interface Draining {
  server: Server;
  log: Pick<Logger, 'info'>;
  /** Time in which proxies learn that the server is not ready, before it refuses connections. */
  delayMs: number;
  /** Makes the server not ready. */
  announce: () => void;
  /** Whether no response is in progress. */
  isIdle: () => boolean;
  stopJobs: () => Promise<void>;
  /** Closes the process's resources before it exits. */
  close: () => Promise<void>;
}

export interface Drain {
  /** Whether connections must be closed after their next response. */
  readonly isEnding: boolean;
  /** Called whenever the last response in progress has ended. */
  idle: () => void;
}

/** Ends the process when a signal or the parent asks for it. */
export function drainOnSignal({ server, log, delayMs, announce, isIdle, stopJobs, close }: Draining): Drain {
  let isAnnounced = false;
  let isDraining = false;
  let isFinishing = false;
  let hasEnded = false;
  let jobsStopped = Promise.resolve();

  /** A terminal signals the whole group and the parent forwards the signal, so this may run twice. */
  function announceAndDrain(signal: NodeJS.Signals): void {
    announce();
    if (delayMs === 0 || isDraining || !server.listening) return drain(signal);
    if (isAnnounced) return;
    isAnnounced = true;
    log.info({ why: signal, delayMs }, 'not ready any more');
    setTimeout(drain, delayMs, signal);
  }

  function drain(why: NodeJS.Signals | 'disconnect' | typeof RETIRE): void {
    if (!isDraining) {
      isDraining = true;
      // A mail in progress gets some time; the next process sends a hanging one again.
      jobsStopped = Promise.race([stopJobs(), new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS))]);
      // http's own close would cut off a response that a slow client is still reading.
      net.Server.prototype.close.call(server);
      log.info({ why }, 'draining');
    }
    if (why === RETIRE) setTimeout(finish, DRAIN_MS);
    else finish();
  }

  function finish(): void {
    if (isFinishing) return;
    isFinishing = true;
    if (isIdle()) end();
    else setTimeout(end, DRAIN_MS);
  }

  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    server.closeAllConnections();
    void jobsStopped.then(close).then(() => process.exit(0));
  }

  for (const signal of END_SIGNALS) process.on(signal, announceAndDrain);
  process.on('message', (message) => message === RETIRE && drain(RETIRE));
  // When the parent dies, the next start needs the port. A cluster worker would otherwise exit at once, in the middle
  // of requests.
  process.once('disconnect', () => drain('disconnect'));
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  return {
    get isEnding() {
      return isAnnounced || isDraining;
    },
    idle: () => isFinishing && end(),
  };
}
