import type { Logger } from 'pino';

/** A difference above this is worth a warning. */
const WARN_MS = 5_000;
/** A slow response makes the database's clock look late, so a late clock counts only beyond this. */
const LATE_MS = 1_000;

/**
 * The clock of a database server. All servers that share the database share this clock, whatever their own clocks say.
 */
export interface DatabaseClock {
  now(this: void): Date;
  /** Sets the clock to the time that the database just returned, in ms since 1970. */
  set(this: void, ms: number): void;
}

/** Before the first reading from the database, this is the process's own clock. */
export function createDatabaseClock(): DatabaseClock {
  let told: { ms: number; at: number } | undefined;
  // The machine's wall clock may be wrong or jump; `performance` is monotonic.
  const nowMs = () => (told ? told.ms + performance.now() - told.at : Date.now());
  return {
    now: () => new Date(nowMs()),
    set(ms) {
      const aheadMs = nowMs() - ms;
      if (!told || aheadMs < 0 || aheadMs > LATE_MS) told = { ms, at: performance.now() };
    },
  };
}

/** Warns when the clocks of this machine and of the database differ. The shop uses the database's clock. */
export function warnOfWrongClock({ log, now }: { log: Logger; now: () => Date }): void {
  const aheadMs = Date.now() - now().getTime();
  if (Math.abs(aheadMs) <= WARN_MS) return;
  const problem = "the clocks of this machine and of the database differ; the shop uses the database's";
  log.warn({ secondsAhead: Math.round(aheadMs / 1000) }, problem);
}
