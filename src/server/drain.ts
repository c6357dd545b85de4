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
  /** Whether no answer is under way. */
  isIdle: () => boolean;
  stopJobs: () => Promise<void>;
  /** Closes what the process has open; it ends afterwards. */
  close: () => Promise<void>;
}

export interface Drain {
  readonly isDraining: boolean;
  /** To be called each time that the last answer under way is over. */
  idle: () => void;
}

/** Once the process is told to end, it accepts no connection, finishes what is under way and exits with 0. */
export function drainWhenTold({ server, log, isIdle, stopJobs, close }: Draining): Drain {
  let isDraining = false;
  let whenIdle: (() => void) | undefined;
  let jobsStopped: Promise<void> | undefined;

  const end = () => {
    whenIdle = () => {};
    server.closeAllConnections();
    void jobsStopped?.then(close).then(() => process.exit(0));
  };
  const endOnceIdle = () => {
    if (whenIdle) return; // the terminal signals the whole group, and the parent passes it on
    whenIdle = end;
    if (isIdle()) end();
    else setTimeout(() => whenIdle === end && end(), DRAIN_MS);
  };
  const drain = (why: NodeJS.Signals | 'disconnect' | typeof RETIRE) => {
    if (isDraining) return why === RETIRE ? undefined : endOnceIdle();
    isDraining = true;
    // A mail under way gets its time; one that hangs is sent again by the next process.
    jobsStopped = Promise.race([stopJobs(), new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS))]);
    // http's own close would cut off an answer that a slow client has yet to read.
    net.Server.prototype.close.call(server);
    log.info({ why }, 'draining');
    if (why !== RETIRE) return endOnceIdle();
    // Another server answers: there is time for shoppers whose connection is open. Their next answer closes it.
    setTimeout(endOnceIdle, DRAIN_MS);
  };
  for (const signal of END_SIGNALS) process.on(signal, drain);
  process.on('message', (message) => message === RETIRE && drain(RETIRE));
  // Its parent has died: the next start wants the port. A cluster's worker would end at once, whatever is under way.
  process.once('disconnect', () => drain('disconnect'));
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  return {
    get isDraining() {
      return isDraining;
    },
    idle: () => whenIdle?.(),
  };
}
