/** The progress of a build, in the database because the desk that shows it may run on another server. */
import type { Context } from './context.ts';
import type { Reader } from './db/database.ts';
import { findSetting, saveSetting } from './db/setting.ts';

export interface BuildProgress {
  state: 'building' | 'live' | 'failed';
  /** Version of the catalogue (`catalogue_state`) that the pages show or will show. */
  version: number;
  /** Total pages, and pages rendered so far; 0 before they are known. */
  total: number;
  done: number;
  /** ISO-8601 time. */
  at: string;
}

const SETTING = 'build_progress';
/** The pause between two writes, because a write after each page would slow the build down. */
const REPORT_EVERY_MS = 500;

/** undefined before the first build. */
export async function findBuildProgress(db: Reader): Promise<BuildProgress | undefined> {
  const value = await findSetting(db, SETTING);
  return value === undefined ? undefined : (JSON.parse(value) as BuildProgress);
}

export const reportBuild = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  progress: Omit<BuildProgress, 'at'>,
): Promise<void> =>
  db.write((tx) => saveSetting(tx, SETTING, JSON.stringify({ ...progress, at: now().toISOString() })));

/** Returns a function that reports the number of rendered pages. A failed report does not fail the build. */
export async function startReportingPages(
  ctx: Pick<Context, 'db' | 'now' | 'log'>,
): Promise<(done: number, total: number) => void> {
  const { version = 0 } = (await findBuildProgress(ctx.db.read)) ?? {};
  let last = performance.now();
  return (done, total) => {
    if (performance.now() - last < REPORT_EVERY_MS) return;
    last = performance.now();
    reportBuild(ctx, { state: 'building', version, done, total }).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'progress of the build not reported'),
    );
  };
}
