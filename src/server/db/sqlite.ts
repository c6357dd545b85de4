import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { RateLimiterSQLite } from 'rate-limiter-flexible';
import { restrictToOwner } from '#src/server/own-files.ts';
import type { Engine, Reader } from './database.ts';
import { touchProbe } from './probe.ts';
import { keepCause } from './rollback.ts';
import type { Tables } from './schema.ts';

/** SQLite's DDL is transactional. Kysely assumes the opposite and would migrate without a lock. */
class LockingDialect extends SqliteDialect {
  override createAdapter() {
    return Object.defineProperty(new SqliteAdapter(), 'supportsTransactionalDdl', { value: true });
  }
  override createDriver() {
    return keepCause(super.createDriver());
  }
}

/**
 * How long a statement outside a transaction blocks this process while it waits for another one. Readers wait only
 * while the database opens, closes or recovers.
 */
const PATIENT_MS = 5_000;
const SERVER_MS = 50;
/** How long a transaction retries, because a large import writes for seconds. */
const BUSY_LIMIT_MS = 15_000;
const BUSY_RETRY_MS = 10;

// Includes SQLITE_BUSY_RECOVERY: another process recovers the database after a crash.
const isBusy = (error: unknown) => (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false;

/** Retries while another process writes. This process reads and responds meanwhile. */
async function retryWhileBusy<T>(act: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + BUSY_LIMIT_MS; ; await sleep(BUSY_RETRY_MS)) {
    try {
      return await act();
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
    }
  }
}

/**
 * Attempts are counted in a separate file. The library writes at once, so on the shop's connection it would write into
 * an open transaction.
 */
function openLimits(dataDir: string): Sqlite.Database {
  // SQLite itself does not wait, because `PatientLimiter` retries.
  const name = path.join(dataDir, 'limits.db');
  const file = new Sqlite(name, { timeout: 0 });
  restrictToOwner(name);
  try {
    file.pragma('journal_mode = WAL');
    file.pragma('synchronous = NORMAL');
    file.exec('create table if not exists rate_limits (key text primary key, points integer not null, expire integer)');
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Counts attempts, and retries while the file is locked. */
class PatientLimiter extends RateLimiterSQLite {
  override consume(...args: Parameters<RateLimiterSQLite['consume']>) {
    return retryWhileBusy(() => super.consume(...args));
  }
  override reward(...args: Parameters<RateLimiterSQLite['reward']>) {
    return retryWhileBusy(() => super.reward(...args));
  }
  override delete(...args: Parameters<RateLimiterSQLite['delete']>) {
    return retryWhileBusy(() => super.delete(...args));
  }
}

/** Without the bound, generated statements (long IN lists, batches) would accumulate. */
function cachedStatements(file: Sqlite.Database): (sql: string) => Sqlite.Statement {
  const statements = new Map<string, Sqlite.Statement>();
  return (sql) => {
    let statement = statements.get(sql);
    if (!statement) {
      statement = file.prepare(sql);
      if (statements.size < 500) statements.set(sql, statement);
    }
    return statement;
  };
}

const openKysely = (
  file: Sqlite.Database,
  prepare: (sql: string) => Pick<Sqlite.Statement, 'reader' | 'run'>,
): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new LockingDialect({ database: { close: () => file.close(), prepare: prepare as never } }),
  });

/** See `Database.snapshot`. */
export async function readSnapshot<T>(
  name: string,
  look: (reader: Reader, file: Sqlite.Database) => Promise<T>,
): Promise<T> {
  const file = new Sqlite(name, { readonly: true });
  const reader = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
  try {
    file.exec('begin');
    return await look(reader, file);
  } finally {
    await reader.destroy();
    if (file.open) file.close();
  }
}

export function openSqlite(dataDir: string, retriesLong: boolean): Engine {
  const name = path.join(dataDir, 'shop.db');
  const file = new Sqlite(name);
  restrictToOwner(name);
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  // Opens the write-ahead log. Otherwise a process that only read would leave the log behind, because only this
  // connection removes it.
  file.pragma('schema_version');
  const patience = (ms: number) => file.pragma(`busy_timeout = ${ms}`);
  const waitMs = retriesLong ? PATIENT_MS : SERVER_MS;
  patience(waitMs);

  // Every transaction writes: taking the lock at its start avoids SQLITE_BUSY in the middle. `retryWhileBusy` waits for
  // the lock.
  const beginNow = file.prepare('begin immediate');
  const begin = {
    reader: false,
    run() {
      patience(0);
      try {
        return beginNow.run();
      } finally {
        patience(waitMs);
      }
    },
  };
  const prepare = cachedStatements(file);
  const writer = openKysely(file, (sql) => (sql === 'begin' ? begin : prepare(sql)));

  // A connection of its own, so that pages read the last commit while an import or a recall writes.
  const reader = new Sqlite(name, { readonly: true, timeout: waitMs });
  const prepareRead = cachedStatements(reader);
  const read = openKysely(reader, (sql) => {
    const statement = prepareRead(sql);
    if (statement.readonly) return statement;
    if (file.inTransaction) throw new Error('This statement would become part of an open transaction. Use `write`.');
    return prepare(sql);
  });
  // Kysely opens its driver lazily, and `destroy` closes the file only if the driver was opened.
  const close = async () => {
    await read.destroy();
    if (reader.open) reader.close();
    // The last connection removes the write-ahead log, which the read-only connection could not do.
    await writer.destroy();
    if (file.open) file.close();
    limits?.close();
  };
  // Changes when any other connection commits, including this process's write connection.
  const version = reader.prepare<[], number>('pragma data_version').pluck();
  let limits: Sqlite.Database | undefined;
  let lockedSince: number | undefined;
  const limitsFile = () => (limits ??= openLimits(dataDir));
  return {
    engine: 'sqlite',
    // All processes run on one machine, so they share its clock.
    now: () => new Date(),
    read,
    direct: writer,
    snapshot: (look) => readSnapshot(name, look),
    write: (act) => retryWhileBusy(() => writer.transaction().execute(act)),
    retryWhileBusy,
    lock: async () => {}, // `begin immediate` already blocks every other writer
    lockRows: (query) => query, // likewise
    changes: () => String(version.get()),
    pool: () => undefined,
    limiter(keyPrefix, points, duration) {
      return new PatientLimiter({
        storeClient: limitsFile(),
        storeType: 'better-sqlite3',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix,
        points,
        duration,
      });
    },
    shareCounts: undefined,
    async forgetAttempts(before) {
      await retryWhileBusy(async () =>
        limitsFile().prepare('delete from rate_limits where expire < ?').run(before.getTime()),
      );
    },
    appendOnly: (table, verbs = ['update', 'delete']) =>
      verbs.map(
        (verb) =>
          `create trigger ${table}_no_${verb} before ${verb} on ${table} begin select raise(abort, ` +
          `'${table} is append-only'); end`,
      ),
    keptFor: (table, years) => [
      `create trigger ${table}_kept before delete on ${table} when old.at > strftime('%Y-%m-%dT%H:%M:%fZ', ` +
        `'now', '-${years} years') begin select raise(abort, '${table} is kept for ${years} years'); end`,
    ],
    async probe() {
      try {
        await writer.transaction().execute(touchProbe);
        lockedSince = undefined;
      } catch (error) {
        if (!isBusy(error)) throw error;
        lockedSince ??= performance.now();
        if (performance.now() - lockedSince > BUSY_LIMIT_MS) throw error;
      }
    },
    close,
  };
}
