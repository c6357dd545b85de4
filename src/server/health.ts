import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from './context.ts';

/** Monitors expect a response within seconds, so a slower health check counts as failed. */
const TIMEOUT_MS = 3_000;
/** Checks within this time share one probe, so that frequent checks do not cause many writes. */
const PROBE_REUSE_MS = 1_000;

const probes = new WeakMap<Context['db'], Promise<void>>();

/** `unreachable`: no response within three seconds. `not_writable`: read-only, as on a full disk. */
export type DatabaseHealth = { database: 'ok' } | { database: 'unreachable' | 'not_writable'; error: unknown };

/** Whether the database can be read and written. `read` reads something from it. */
export async function checkDatabase(
  { db }: Pick<Context, 'db'>,
  read: () => Promise<unknown>,
): Promise<DatabaseHealth> {
  const ended = new AbortController();
  const late = wait(TIMEOUT_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`The database did not answer within ${TIMEOUT_MS} ms`);
  });
  try {
    const [isRead, isWritten] = await Promise.race([Promise.allSettled([read(), probe(db)]), late]);
    if (isRead.status === 'rejected') return { database: 'unreachable', error: isRead.reason };
    if (isWritten.status === 'rejected') return { database: 'not_writable', error: isWritten.reason };
    return { database: 'ok' };
  } catch (error) {
    return { database: 'unreachable', error };
  } finally {
    late.catch(() => {});
    ended.abort();
  }
}

/**
 * Concurrent callers share one probe; otherwise they would open ever more connections to a database that does not
 * respond.
 */
function probe(db: Context['db']): Promise<void> {
  const present = probes.get(db);
  if (present) return present;
  const made = db.probe().finally(() => setTimeout(() => probes.delete(db), PROBE_REUSE_MS).unref());
  made.catch(() => {});
  probes.set(db, made);
  return made;
}
