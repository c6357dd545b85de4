/**
 * Keeps one server process running and replaces it, as `npm start` and `npm run preview` do. This process holds the
 * listening socket (Node's `cluster`), so connections wait in its queue while one server follows another. States of the
 * shop:
 *
 *     starting      `current` does not listen yet. If it exits now, this process exits with its code.
 *     serving       `current` answers.
 *     handing over  A build with other code is published, or SIGHUP asks for new settings: `successor` starts while
 *                   `current` answers. Once `successor` listens, it becomes `current` and the old server retires. If it
 *                   exits before, the old server continues.
 *     pausing       `current` died. A new one starts at once, or after a pause that grows with each death in a row.
 *     stopping      A signal arrived, or `current` exited with code 0. All servers finish their requests; this process
 *                   exits after the last one.
 *
 * A server tells this process two things: that it listens, and that its code is outdated
 * (src/server/process-messages.ts). How a server finishes its requests is in src/server/drain.ts.
 */
import cluster, { type Worker } from 'node:cluster';
import { childEnvironment, ConfigError, loadConfig } from '#src/settings/environment/config.ts';
import { notifyParent, RETIRE, type ServerMessage } from '#src/server/process-messages.ts';
import { END_SIGNALS } from '#src/server/run-program.ts';
import { isReload, readNewSettings } from './reload.ts';
import { serverEnv, serverFlags, serverProgram } from './server-process.ts';

const NOT_STARTED = 'The next server could not start, as the lines above say. The previous server continues.';

/** A server that ran for this long is not in a crash loop. */
const STEADY_MS = 60_000;
const LONGEST_PAUSE_MS = 60_000;

interface ServeOptions {
  /** The environment of each server. */
  env?: () => NodeJS.ProcessEnv;
  /** Called once, when the first server listens. */
  opened?: () => void;
  /** Called when a server with new settings starts. */
  reloading?: () => void;
}

/** Throws ConfigError when nothing is built. */
export function serveShop({
  env = childEnvironment,
  opened = () => {},
  reloading = () => {},
}: ServeOptions = {}): void {
  let config = loadConfig();
  // Each server accepts its connections itself; this process only holds the socket.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  /** All server processes with the time at which each was started, in ms. */
  const running = new Map<Worker, number>();
  const pauseAfter = createRestartPauses();
  let hasServed = false;
  let isStopping = false;
  let pause: NodeJS.Timeout | undefined;
  let successor: Worker | undefined;
  let current: Worker | undefined = start();
  for (const signal of END_SIGNALS) process.on(signal, isReload(signal) ? reload : () => stop(signal));

  function start(): Worker {
    cluster.setupPrimary({ exec: serverProgram(config.distDir), args: [], execArgv: serverFlags() });
    const server = cluster.fork(serverEnv(env()));
    running.set(server, performance.now());
    server.on('message', (message: ServerMessage) =>
      message === 'outdated' ? isOutdated(server) : listens(server, message),
    );
    server.once('exit', (code, signal) => exited(server, code, signal));
    server.on('error', ({ message }) => {
      if (server.process.pid !== undefined) return; // a message could not be sent; the exit event follows
      console.error(message);
      exited(server, 1);
    });
    return server;
  }

  function listens(server: Worker, message: ServerMessage): void {
    if (server === successor) {
      current?.send(RETIRE);
      [current, successor] = [server, undefined];
    } else if (server !== current) server.send(RETIRE); // its successor listened first
    if (!hasServed) opened();
    hasServed = true;
    notifyParent(message);
  }

  /** A retiring server also sees a new build, but its successor already runs. */
  function isOutdated(server: Worker): void {
    if (server === current || server === successor) startSuccessor();
  }

  function reload(): void {
    const next = readNewSettings(config);
    if (typeof next === 'string') return console.error(`${next}\nThe server continues with its settings.`);
    config = next;
    if (!current) return; // the next server reads the new settings
    startSuccessor();
    reloading();
  }

  function startSuccessor(): void {
    if (isStopping) return;
    // A successor that is still starting belongs to an earlier build or to earlier settings, and it may hang.
    const before = successor;
    try {
      successor = start();
      before?.process.kill();
    } catch (error) {
      console.error(error instanceof ConfigError ? error.message : error);
      console.error(NOT_STARTED);
    }
  }

  function exited(server: Worker, code: number | null, signal?: string): void {
    const livedMs = performance.now() - running.get(server)!;
    running.delete(server);
    if (server === successor) {
      successor = undefined;
      if (!isStopping) console.error(NOT_STARTED);
    } else if (server === current) {
      current = undefined;
      const isDeath = code !== 0 && hasServed && !isStopping;
      if (isDeath) replace(signal || `code ${code}`, livedMs);
      else {
        process.exitCode = code ?? 1;
        isStopping = true;
        successor?.process.kill();
      }
    }
    exitAfterLastServer();
  }

  function replace(reason: string, livedMs: number): void {
    [current, successor] = [successor, undefined];
    if (current) return console.error(`The server process ended (${reason}). The next one is starting already.`);
    const pauseMs = pauseAfter(livedMs);
    console.error(
      `The server process ended (${reason}). It is started again ${pauseMs === 0 ? 'now' : `in ${pauseMs / 1000} s`}.`,
    );
    pause = setTimeout(() => {
      try {
        current = start();
      } catch (error) {
        replace(error instanceof ConfigError ? error.message : String(error), 0);
      }
    }, pauseMs);
  }

  function stop(signal: NodeJS.Signals): void {
    isStopping = true;
    clearTimeout(pause);
    for (const server of running.keys()) server.process.kill(signal);
    exitAfterLastServer();
  }

  function exitAfterLastServer(): void {
    if (isStopping && running.size === 0) process.exit();
  }
}

/**
 * Returns how many ms to wait before a server that died is started again: 0 the first time, then one second, then twice
 * as long each time, up to a minute. A death after a minute or more counts as the first.
 */
export function createRestartPauses(): (livedMs: number) => number {
  let deaths = 0;
  return (livedMs) => {
    deaths = livedMs >= STEADY_MS ? 1 : deaths + 1;
    return deaths === 1 ? 0 : Math.min(1000 * 2 ** (deaths - 2), LONGEST_PAUSE_MS);
  };
}
