import { pino, type Logger } from 'pino';

/** What waits for a log that cannot be written; further lines are dropped. */
const WAITING_BYTES = 2 ** 20;

let output: ReturnType<typeof pino.destination> | undefined;

/** The process's log, on standard output. A full disk costs lines of it and nothing else. */
export const createLog = (level: string): Logger => pino({ level, base: null }, (output ??= openOutput()));

function openOutput() {
  const opened = pino.destination({ dest: 1, sync: false, maxLength: WAITING_BYTES });
  let isFailing = false;
  opened.on('error', () => (isFailing = true)); // without a listener the error would end the process
  opened.on('write', () => (isFailing = false));
  // At the end pino repeats the last lines until they are written: on a full disk the process would never end.
  process.prependListener('exit', () => isFailing && opened.destroy());
  return opened;
}
