/** What the builder is doing, told through the database: the desk shows it, and may run on another server. */
import type { Context } from './context.ts';
import type { Reader } from './db/database.ts';
import { findSetting, saveSetting } from './db/setting.ts';

export interface BuildProgress {
  state: 'building' | 'live' | 'failed';
  /** Version of the catalogue (`catalogue_state`) that the pages show or will show. */
  version: number;
  /** Pages to make, and made so far; 0 before they are known. */
  total: number;
  done: number;
  /** ISO-8601 time. */
  at: string;
}

const SETTING = 'build_progress';
/** So many pages are made in this time that telling each would slow the build down. */
const TELL_EVERY_MS = 500;

/** undefined before the first build. */
export async function findBuildProgress(db: Reader): Promise<BuildProgress | undefined> {
  const value = await findSetting(db, SETTING);
  return value === undefined ? undefined : (JSON.parse(value) as BuildProgress);
}

export const tellBuild = ({ db, now }: Pick<Context, 'db' | 'now'>, told: Omit<BuildProgress, 'at'>): Promise<void> =>
  db.write((tx) => saveSetting(tx, SETTING, JSON.stringify({ ...told, at: now().toISOString() })));

/** Tells how many pages are made, now and then. A build goes on when it cannot be told. */
export async function startTellingPages(ctx: Pick<Context, 'db' | 'now' | 'log'>): Promise<(done: number, total: number) => void> {
  const { version = 0 } = (await findBuildProgress(ctx.db.read)) ?? {};
  let last = performance.now();
  return (done, total) => {
    if (performance.now() - last < TELL_EVERY_MS) return;
    last = performance.now();
    tellBuild(ctx, { state: 'building', version, done, total }).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'progress not told'),
    );
  };
}
