import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { RateLimiterSQLite } from 'rate-limiter-flexible';
import type { Engine } from './database.ts';
import type { Tables } from './schema.ts';

/** SQLite's DDL is transactional; Kysely assumes it is not and would migrate without a lock. */
class LockingDialect extends SqliteDialect {
  override createAdapter() {
    return Object.defineProperty(new SqliteAdapter(), 'supportsTransactionalDdl', { value: true });
  }
}

/**
 * Attempts are counted in a file of their own: the counting library writes at once, and on the shop's connection that
 * would fall into whatever transaction is open there.
 */
function openLimits(dataDir: string): Sqlite.Database {
  const file = new Sqlite(path.join(dataDir, 'limits.db'));
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = NORMAL');
  file.pragma('busy_timeout = 5000');
  file.exec('create table if not exists rate_limits (key text primary key, points integer not null, expire integer)');
  return file;
}

export function openSqlite(dataDir: string): Engine {
  const file = new Sqlite(path.join(dataDir, 'shop.db'));
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  file.pragma('busy_timeout = 5000');

  const statements = new Map<string, Sqlite.Statement>();
  const read = new Kysely<Tables>({
    dialect: new LockingDialect({
      database: {
        close: () => file.close(),
        prepare(sql) {
          // Every transaction here writes: taking the lock at once avoids SQLITE_BUSY in the middle of it.
          const text = sql === 'begin' ? 'begin immediate' : sql;
          let statement = statements.get(text);
          if (!statement) {
            statement = file.prepare(text);
            // Generated statements (long IN lists, batches) would otherwise pile up.
            if (statements.size < 500) statements.set(text, statement);
          }
          return statement as never;
        },
      },
    }),
  });
  // An idle Kysely never opens its driver, and then `destroy` does not close the file.
  const close = async () => {
    await read.destroy();
    if (file.open) file.close();
    limits?.close();
  };
  // What other connections committed, and what this one changed.
  const [byOthers, byUs] = ['pragma data_version', 'select total_changes()'].map((text) => file.prepare<[], number>(text).pluck());
  let limits: Sqlite.Database | undefined;
  const limitsFile = () => (limits ??= openLimits(dataDir));
  return {
    engine: 'sqlite',
    read,
    write: (act) => read.transaction().execute(act),
    lock: async () => {}, // `begin immediate` already holds every other writer back
    lockRows: (query) => query, // likewise
    changes: () => `${byOthers!.get()} ${byUs!.get()}`,
    limiter(keyPrefix, points, duration) {
      return new RateLimiterSQLite({
        storeClient: limitsFile(),
        storeType: 'better-sqlite3',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix,
        points,
        duration,
      });
    },
    async forgetAttempts(before) {
      limitsFile().prepare('delete from rate_limits where expire < ?').run(before.getTime());
    },
    appendOnly: (table) =>
      ['update', 'delete'].map(
        (verb) => `create trigger ${table}_no_${verb} before ${verb} on ${table} begin select raise(abort, '${table} is append-only'); end`,
      ),
    close,
  };
}
