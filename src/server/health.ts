import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from './context.ts';

/** Monitors expect a response within seconds, so a slower health check counts as failed. */
const TIMEOUT_MS = 3_000;
/** Checks within this time share one probe, so that frequent callers cannot cause many writes. */
const PROBE_REUSE_MS = 1_000;

const probes = new WeakMap<Context['db'], Promise<void>>();

/** Rejects when the database does not respond within three seconds or cannot be written. `read` reads something from it. */
export async function checkDatabase({ db }: Pick<Context, 'db'>, read: () => Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const late = wait(TIMEOUT_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`The database did not answer within ${TIMEOUT_MS} ms`);
  });
  try {
    await Promise.race([Promise.all([read(), probe(db)]), late]);
  } finally {
    late.catch(() => {});
    ended.abort();
  }
}

/** Concurrent callers share one probe; otherwise they would open ever more connections to a database that does not respond. */
function probe(db: Context['db']): Promise<void> {
  const present = probes.get(db);
  if (present) return present;
  const made = db.probe().finally(() => setTimeout(() => probes.delete(db), PROBE_REUSE_MS).unref());
  made.catch(() => {});
  probes.set(db, made);
  return made;
}
