import { appendFileSync, readFileSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/** SQLite's number for the setting: from FULL on it waits for the disk at each commit. */
const FULL = 2;

const isShop = ({ name }: Sqlite.Database) => name.endsWith('shop.db');

/**
 * Notes after each commit how much of the write-ahead log is on the disk, by the connection's setting at that moment.
 * Checkpoints are off, so the log contains everything since the start, and no other file changes.
 */
export function noteSyncs(notes: string): void {
  const { pragma, prepare } = Sqlite.prototype;
  Sqlite.prototype.pragma = function (this: Sqlite.Database, source, options) {
    const answer: unknown = pragma.call(this, source, options);
    if (isShop(this) && source.startsWith('journal_mode')) pragma.call(this, 'wal_autocheckpoint = 0');
    return answer;
  };
  Sqlite.prototype.prepare = function (this: Sqlite.Database, sql: string) {
    const statement = prepare.call(this, sql);
    return isShop(this) ? noting(statement, notes) : statement;
  } as typeof prepare;
}

function noting(statement: Sqlite.Statement, notes: string): Sqlite.Statement {
  const { database, source } = statement;
  const isCommit = /^commit\b/i.test(source);
  for (const way of ['run', 'get', 'all'] as const) {
    const original = statement[way].bind(statement) as (...values: unknown[]) => unknown;
    const noted = (...values: unknown[]) => {
      const answer = original(...values);
      const isOver = isCommit || (!statement.readonly && !database.inTransaction);
      if (isOver && Number(database.pragma('synchronous', { simple: true })) >= FULL)
        appendFileSync(notes, `${statSync(`${database.name}-wal`).size}\n`);
      return answer;
    };
    Object.defineProperty(statement, way, { value: noted });
  }
  return statement;
}

/** The number of the log's bytes that are certainly on the disk. */
export function syncedBytes(notes: string): number {
  return Number(readFileSync(notes, 'utf8').trimEnd().split('\n').at(-1));
}
