import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from './context.ts';

/** A health check that takes longer is as good as failed: monitors expect an answer within seconds. */
const WITHIN_MS = 3_000;
/** Somebody who asks all the time makes the shop write once in this time. */
const PROBE_STAYS_MS = 1_000;

const probes = new WeakMap<Context['db'], Promise<void>>();

/** Rejects when the database does not answer within three seconds, or cannot be written. `read` reads something from it. */
export async function checkDatabase({ db }: Pick<Context, 'db'>, read: () => Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const late = wait(WITHIN_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`The database did not answer within ${WITHIN_MS} ms`);
  });
  try {
    await Promise.race([Promise.all([read(), probe(db)]), late]);
  } finally {
    late.catch(() => {});
    ended.abort();
  }
}

/** Shared by all who ask: a database that does not answer would otherwise be asked by ever more connections. */
function probe(db: Context['db']): Promise<void> {
  const present = probes.get(db);
  if (present) return present;
  const made = db.probe().finally(() => setTimeout(() => probes.delete(db), PROBE_STAYS_MS).unref());
  made.catch(() => {});
  probes.set(db, made);
  return made;
}
