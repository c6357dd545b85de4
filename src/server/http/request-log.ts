import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { loggedUrl } from './logged-url.ts';

/** Proxies request these each second, and readiness changes are logged anyway. */
const CHECK = /^\/api\/(?:health|ready)\/?$/;

/** Logs a request when it ends, without cookies, tokens, network address or browser name. */
export function logRequest(log: Logger, id: string, { method, url }: IncomingMessage, res: ServerResponse): void {
  if (!log.isLevelEnabled('error')) return;
  const begin = performance.now();
  res.once('close', () => {
    // 503 means closed, overloaded or without database. Each of these is logged elsewhere, and not for every request.
    const level = res.statusCode >= 500 && res.statusCode !== 503 ? 'error' : CHECK.test(url ?? '') ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const { statusCode } = res;
    const responseTime = Math.round(performance.now() - begin);
    log[level](
      { req: { id, method, url: loggedUrl(url) }, res: { statusCode }, responseTime },
      `request ${res.writableFinished ? 'completed' : 'aborted'}`,
    );
  });
}
