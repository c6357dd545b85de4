import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { ConfigError } from '#src/server/config.ts';
import type { Engine } from './database.ts';
import type { Tables } from './schema.ts';

const RETRYABLE = new Set(['40001', '40P01']); // serialization failure, deadlock
const MAX_TRIES = 5;

// bigint (count(*)) arrives as text by default; every number here fits a JavaScript integer.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export function openPostgres(url: string, log: Logger): Engine {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000 });
  // A connection that ends while nothing is asked of it, idle or within a transaction, would otherwise take the process with it.
  pool.on('connect', (client) => client.on('error', (error) => log.error({ err: error }, 'database connection failed')));
  pool.on('error', () => {}); // the connection has told
  const read = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

  return {
    engine: 'postgres',
    read,
    async write(act) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await read.transaction().execute(act);
        } catch (error) {
          if (attempt === MAX_TRIES || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error;
        }
      }
    },
    waitForTurn: (act) => act(),
    async lock(tx, name) {
      await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx);
    },
    // Not FOR UPDATE: that would also hold back, or deadlock with, rows that only refer to a locked one.
    lockRows: (query) => query.forNoKeyUpdate(),
    changes: () => undefined,
    limiter: (keyPrefix, points, duration) =>
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false, // forgetAttempts does
        keyPrefix,
        points,
        duration,
      }),
    async forgetAttempts(before) {
      await sql`delete from rate_limits where expire < ${before.getTime()}`.execute(read);
    },
    appendOnly: (table) => [
      `create function ${table}_append_only() returns trigger language plpgsql as $$ begin raise exception '${table} is append-only'; end $$`,
      `create trigger ${table}_append_only before update or delete or truncate on ${table} for each statement execute function ${table}_append_only()`,
    ],
    async copyTo() {
      throw new ConfigError(
        'DATABASE_URL: PostgreSQL is copied by its own tool. Example: pg_dump --format custom --file shop.dump "$DATABASE_URL"',
      );
    },
    close: () => read.destroy(),
  };
}
