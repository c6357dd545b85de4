import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';

const ASK_AGAIN_MS = 300;

/**
 * Lets one process at a time build into a folder. SQLite releases the lock when the holder ends, even after a crash.
 */
export async function withBuildLock<T>(distDir: string, build: () => Promise<T>): Promise<T> {
  const lock = new Sqlite(path.join(distDir, 'lock'), { timeout: 0 });
  try {
    for (let waiting = false; !take(lock); waiting = true) {
      if (!waiting) console.log('Another build is under way; waiting for it …');
      await wait(ASK_AGAIN_MS);
    }
    return await build();
  } finally {
    lock.close();
  }
}

function take(lock: Sqlite.Database): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return false;
    throw error;
  }
}
