import path from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Config } from '#src/settings/environment/config.ts';
import { prepareDataDir } from '#src/server/context.ts';
import { Refusal } from '#src/server/run-program.ts';
import { databasePlace } from './open-database.ts';

/** Module state, because garbage collection would close the files. */
const marks = new Set<Sqlite.Database>();

/**
 * Marks the shop as running on this data folder until the process ends or calls the returned function. Throws a refusal
 * when another process has done so. The system takes the lock away from a process that is killed, so a crash never
 * blocks the next start. Several shops may share a PostgreSQL database.
 */
export function markRunning(config: Pick<Config, 'databaseUrl' | 'dataDir'>): () => void {
  if (config.databaseUrl) return () => {};
  prepareDataDir(config);
  const mark = new Sqlite(path.join(config.dataDir, 'running.db'), { timeout: 0 });
  try {
    mark.exec('begin exclusive');
    marks.add(mark);
    return () => void (marks.delete(mark) && mark.close());
  } catch (error) {
    mark.close();
    if (!(error as { code?: string }).code?.startsWith('SQLITE_BUSY')) throw error;
    throw new Refusal(
      `The shop already runs on ${databasePlace(config)}. Nothing was done. ` +
        'Stop it first with Ctrl+C in its terminal, or stop its service.',
    );
  }
}
