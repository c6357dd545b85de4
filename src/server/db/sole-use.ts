import { existsSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Refusal } from '#src/server/run-program.ts';
import type { Reader } from './database.ts';
import { markRunning } from './running.ts';
import type { Tables } from './schema.ts';
import { SQLITE_FILE } from './snapshot.ts';

interface SoleUse {
  /** undefined when the folder has no database yet. */
  reader: Reader | undefined;
  release: () => Promise<void>;
}

/**
 * Locks the SQLite database of a data folder against all other processes, and leaves no write-ahead log. Throws a
 * refusal while a server, a watcher or a command has the database open.
 */
export function takeSoleUse(dataDir: string): SoleUse {
  const unmark = markRunning({ dataDir, databaseUrl: undefined });
  const name = path.join(dataDir, SQLITE_FILE);
  if (!existsSync(name)) return { reader: undefined, release: async () => unmark() };
  const file = new Sqlite(name, { timeout: 0 });
  try {
    // SQLite leaves its write-ahead mode only when no other connection is open.
    file.pragma('journal_mode = delete');
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    unmark();
    if (!(error as { code?: string }).code?.startsWith('SQLITE_BUSY')) throw error;
    throw new Refusal(
      `Another program of the shop uses ${name}: a server, a watcher or a command. Nothing was done. Stop it first.`,
    );
  }
  return {
    reader: new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) }),
    async release() {
      file.close();
      unmark();
    },
  };
}
