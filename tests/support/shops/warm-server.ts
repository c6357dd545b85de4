/**
 * Runs built servers in this process, one after the other: loading their code and running it for the first time takes a
 * second of processor time. A server that is told to end ends as on SIGTERM, but the process stays for the next one.
 * Passwords have weak hashes here, because those of a shop would take a fifth of the API tests' processor time.
 */
import { pathToFileURL } from 'node:url';
import { END_SIGNALS } from '#src/server/run-program.ts';
import { threadTime } from '../least-time.ts';
import { hashWeakly, STRONG_HASHES } from '../texts/weak-hashes.ts';

/** To this process: print `begin`, and run this program with this environment; or end it. */
export type WarmOrder = { begin: string; program: string; env: Record<string, string | undefined> } | 'end' | 'time';
/**
 * From this process, beside what the server tells: the server has ended, or the processor time of its thread in
 * milliseconds.
 */
export type WarmReport = 'ended' | { processorTime: number };

const EVENTS = [...END_SIGNALS, 'message', 'disconnect'] as const;

let runs = 0;
let timers: NodeJS.Timeout[] = [];

const { exit } = process;
const { setInterval } = globalThis;
globalThis.setInterval = ((...how: Parameters<typeof setInterval>) => {
  const timer = setInterval(...how);
  timers.push(timer);
  return timer;
}) as typeof setInterval;

function obey(order: WarmOrder): void {
  if (order === 'end') {
    process.exit = rest as typeof exit;
    process.emit('SIGTERM', 'SIGTERM');
  } else if (order === 'time') {
    process.send?.({ processorTime: threadTime() } satisfies WarmReport);
  } else {
    process.stdout.write(order.begin);
    process.env = order.env;
    hashWeakly(order.env.TEST_HASHES !== STRONG_HASHES.TEST_HASHES);
    // Another query makes Node run the program again, with the modules that are loaded. One that cannot start sets an
    // exit code.
    void import(`${pathToFileURL(order.program).href}?${runs++}`).then(() => process.exitCode && exit());
  }
}

/** Forgets what the end of the process would have ended. */
function rest(): void {
  process.exit = exit;
  for (const event of EVENTS) process.removeAllListeners(event);
  timers.forEach(clearInterval);
  timers = [];
  delete (globalThis as Record<symbol, unknown>)[Symbol.for('vitrine.context')];
  wait();
  process.send?.('ended' satisfies WarmReport);
}

function wait(): void {
  process.on('message', obey);
  // A running server ends by itself when its parent dies.
  process.once('disconnect', () => process.listenerCount('SIGTERM') || exit(0));
}

wait();
