import type { Context } from './context.ts';
import { checkDisk, type DiskHealth } from './disk.ts';
import { checkDatabase, type DatabaseHealth } from './health.ts';
import { jobAges } from './jobs.ts';

export interface Checks {
  database: DatabaseHealth['database'];
  disk: DiskHealth;
  /** `late`: a job has not succeeded in this process for a quarter of an hour longer than its pause. */
  jobs: 'ok' | 'late';
  build: 'ok' | 'missing';
}

interface Sources {
  /** Reads something from the database. */
  readDatabase: () => Promise<unknown>;
  hasBuild: () => boolean;
  /** On the clock of `performance.now()`. */
  now?: number;
}

/**
 * The last result for each context, because monitors poll every few seconds and the log needs each change only once.
 */
const answered = new WeakMap<Context, string>();

const ending = new WeakSet<Context>();

/** Makes this server not ready, so that proxies send requests to other servers. */
export const announceEnd = (ctx: Context): void => void ending.add(ctx);

export const isEnding = (ctx: Context): boolean => ending.has(ctx);

/** Whether this server can serve buyers. Logs each change with its reason. */
export async function checkReadiness(
  ctx: Context,
  { readDatabase, hasBuild, now }: Sources,
): Promise<{ isReady: boolean; checks: Checks }> {
  const [database, disk] = await Promise.all([checkDatabase(ctx, readDatabase), checkDisk(ctx.config)]);
  const lateJobs = jobAges(ctx, now).flatMap(({ name, isLate }) => (isLate ? [name] : []));
  const checks: Checks = {
    database: database.database,
    disk,
    jobs: lateJobs.length === 0 ? 'ok' : 'late',
    build: hasBuild() ? 'ok' : 'missing',
  };
  const isReady = Object.values(checks).every((check) => check === 'ok');
  const state = JSON.stringify(checks);
  const before = answered.get(ctx);
  answered.set(ctx, state);
  if (!isReady && state !== before)
    ctx.log.error({ err: 'error' in database ? database.error : undefined, checks, lateJobs }, 'not ready');
  else if (isReady && before !== undefined && state !== before) ctx.log.warn('ready again');
  return { isReady, checks };
}
