import { pino, type Logger } from 'pino';
import { currentOrigin } from './log-origin.ts';
import { loggedError } from './logged-error.ts';

/** Buffer for a log that cannot be written; further lines are dropped. */
const WAITING_BYTES = 2 ** 20;

let descriptor = 1;

/** For commands whose output is a result that people redirect to a file. Call it before the first line is logged. */
export const logToStandardError = (): void => void (descriptor = 2);

let output: ReturnType<typeof pino.destination> | undefined;

/**
 * The process's log on standard output; each line names its request or job. A full disk loses log lines and nothing
 * else.
 */
export const createLog = (level: string): Logger =>
  pino(
    { level, base: null, mixin: () => ({ ...currentOrigin() }), serializers: { err: loggedError } },
    (output ??= openOutput()),
  );

function openOutput() {
  const opened = pino.destination({ dest: descriptor, sync: false, maxLength: WAITING_BYTES });
  let isFailing = false;
  opened.on('error', () => (isFailing = true)); // without a listener the error would end the process
  opened.on('write', () => (isFailing = false));
  // At exit pino retries the last lines until they are written, so on a full disk the process would never end.
  process.prependListener('exit', () => isFailing && opened.destroy());
  return opened;
}
