import type { Logger } from 'pino';

const PAUSE_MS = 60_000;

/** Logs the reason of a refusal at most once a minute, because a flood must not fill the log. */
export function createRefusalLog(log: Pick<Logger, 'warn'>): (why: string) => void {
  const lastLogged = new Map<string, number>();
  return (why) => {
    const now = performance.now();
    if (now - (lastLogged.get(why) ?? -Infinity) < PAUSE_MS) return;
    lastLogged.set(why, now);
    log.warn({ why }, 'refused; this reason is logged at most once a minute');
  };
}
