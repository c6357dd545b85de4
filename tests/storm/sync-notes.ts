import { appendFileSync, closeSync, openSync, readFileSync, readSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/** SQLite's number for the setting: from FULL on it waits for the disk at each commit. */
const FULL = 2;

const isShop = ({ name }: Sqlite.Database) => name.endsWith('shop.db');

export const LOG_HEAD = 32;
const FRAME_HEAD = 24;

/**
 * Where the write-ahead log of a database ends, in bytes. Its file may be longer: after a checkpoint SQLite writes it
 * anew from its beginning with another salt, which each frame repeats (https://sqlite.org/fileformat2.html#walformat).
 * SQLite's index of the log also knows the end, but closing a second handle of that file would take SQLite's locks away
 * from this process.
 */
export function logEnd(database: string): number {
  const file = openSync(`${database}-wal`, 'r');
  try {
    const head = Buffer.alloc(LOG_HEAD);
    if (readSync(file, head, 0, LOG_HEAD, 0) < LOG_HEAD) return 0;
    const frameBytes = FRAME_HEAD + head.readUInt32BE(8);
    const salt = head.subarray(16, 24);
    const frame = Buffer.alloc(FRAME_HEAD);
    for (let end = LOG_HEAD; ; end += frameBytes)
      if (readSync(file, frame, 0, FRAME_HEAD, end) < FRAME_HEAD || !frame.subarray(8, 16).equals(salt)) return end;
  } finally {
    closeSync(file);
  }
}

/**
 * Notes after each commit how much of the write-ahead log is on the disk, by the connection's setting at that moment.
 * The shop's own checkpoints are off, so the log contains everything since its beginning, and no other file changes.
 */
export function recordSyncs(notes: string): void {
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
        appendFileSync(notes, `${logEnd(database.name)}\n`);
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
