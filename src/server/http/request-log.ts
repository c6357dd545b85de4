import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { loggedUrl } from './logged-url.ts';

/** Logs a request when it is over: no cookie, token, network address or browser name. */
export function logRequest(log: Logger, id: string, { method, url }: IncomingMessage, res: ServerResponse): void {
  if (!log.isLevelEnabled('error')) return;
  const begin = performance.now();
  res.once('close', () => {
    // 503 says that the shop is closed, has too much to do or lacks its database: the log tells of that itself, and not for each request.
    const level = res.statusCode >= 500 && res.statusCode !== 503 ? 'error' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const { statusCode } = res;
    const responseTime = Math.round(performance.now() - begin);
    log[level](
      { req: { id, method, url: loggedUrl(url) }, res: { statusCode }, responseTime },
      `request ${res.writableFinished ? 'completed' : 'aborted'}`,
    );
  });
}
