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
  /** Whether no response is in progress. */
  isIdle: () => boolean;
  stopJobs: () => Promise<void>;
  /** Closes the process's resources before it exits. */
  close: () => Promise<void>;
}

export interface Drain {
  readonly isDraining: boolean;
  /** Called whenever the last response in progress has ended. */
  idle: () => void;
}

/** On a signal the process accepts no new connection, finishes its requests and exits with code 0. */
export function drainOnSignal({ server, log, isIdle, stopJobs, close }: Draining): Drain {
  let isDraining = false;
  let whenIdle: (() => void) | undefined;
  let jobsStopped: Promise<void> | undefined;

  const end = () => {
    whenIdle = () => {};
    server.closeAllConnections();
    void jobsStopped?.then(close).then(() => process.exit(0));
  };
  const endOnceIdle = () => {
    if (whenIdle) return; // the terminal signals the whole group, and the parent forwards the signal
    whenIdle = end;
    if (isIdle()) end();
    else setTimeout(() => whenIdle === end && end(), DRAIN_MS);
  };
  const drain = (why: NodeJS.Signals | 'disconnect' | typeof RETIRE) => {
    if (isDraining) return why === RETIRE ? undefined : endOnceIdle();
    isDraining = true;
    // A mail in progress gets some time; the next process sends a hanging one again.
    jobsStopped = Promise.race([stopJobs(), new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS))]);
    // http's own close would cut off a response that a slow client is still reading.
    net.Server.prototype.close.call(server);
    log.info({ why }, 'draining');
    if (why !== RETIRE) return endOnceIdle();
    // Another server already answers, so open connections may stay a while. Their next response closes them.
    setTimeout(endOnceIdle, DRAIN_MS);
  };
  for (const signal of END_SIGNALS) process.on(signal, drain);
  process.on('message', (message) => message === RETIRE && drain(RETIRE));
  // When the parent dies, the next start needs the port. A cluster worker would otherwise exit at once, in the middle of
  // requests.
  process.once('disconnect', () => drain('disconnect'));
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  return {
    get isDraining() {
      return isDraining;
    },
    idle: () => whenIdle?.(),
  };
}
