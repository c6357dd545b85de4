import { HandleEmptyInListsPlugin, Kysely, PostgresDialect, replaceWithNoncontingentExpression, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { withoutOrigin } from '#src/server/log-origin.ts';
import { createDatabaseClock, type DatabaseClock } from './clock.ts';
import type { Engine } from './database.ts';
import { touchProbe } from './probe.ts';
import { keepCause } from './rollback.ts';
import type { Tables } from './schema.ts';
import { addCounts } from './shared-counts.ts';
import { NO_ANSWER } from './unavailable.ts';

class CauseKeepingDialect extends PostgresDialect {
  override createDriver() {
    return keepCause(super.createDriver());
  }
}

const RETRYABLE = new Set(['40001', '40P01']); // serialization failure, deadlock
const MAX_TRIES = 5;

// bigint (count(*)) arrives as text by default; every number here fits a JavaScript integer.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const CONNECT_MS = 5_000;
/** PostgreSQL cancels a statement after this time, even one that waits for a lock. */
const STATEMENT_MS = 15_000;
/** Longer than STATEMENT_MS: a server that has not cancelled the statement by now is frozen or unreachable. */
const ANSWER_MS = STATEMENT_MS + 3_000;

/** PostgreSQL refuses `in ()`, which SQLite accepts: no row is in an empty list. */
const EMPTY_LISTS = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

export function openPostgres(url: string, log: Logger, retriesLong: boolean): Engine {
  const limits = retriesLong ? {} : { statement_timeout: STATEMENT_MS, query_timeout: ANSWER_MS };
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: CONNECT_MS, ...limits });
  const clock = createDatabaseClock();
  pool.on('connect', (client) => {
    // Without this listener, a connection that ends while idle or inside a transaction would end the process.
    client.on('error', (error) => withoutOrigin(() => log.error({ err: error }, 'database connection failed')));
    endWhenFrozen(client);
    readClockAtStart(client, clock);
  });
  pool.on('error', () => {}); // the client's own listener has logged the error
  const read = new Kysely<Tables>({ dialect: new CauseKeepingDialect({ pool }), plugins: [EMPTY_LISTS] });

  return {
    engine: 'postgres',
    now: clock.now,
    read,
    direct: read,
    snapshot: (look) =>
      read.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(look),
    async write(act) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await read.transaction().execute(act);
        } catch (error) {
          if (attempt === MAX_TRIES || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error;
        }
      }
    },
    retryWhileBusy: (act) => act(),
    async lock(tx, name) {
      await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx);
    },
    // FOR UPDATE would also block, or deadlock with, rows that only reference a locked row.
    lockRows: (query) => query.forNoKeyUpdate(),
    changes: () => undefined,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    limiter: (keyPrefix, points, duration) =>
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false, // forgetAttempts deletes them
        keyPrefix,
        points,
        duration,
      }),
    shareCounts: (counts, seconds) => addCounts(read, counts, seconds),
    async forgetAttempts(before) {
      await sql`delete from rate_limits where expire < ${before.getTime()}`.execute(read);
    },
    appendOnly: (table, verbs = ['update', 'delete']) => [
      `create function ${table}_append_only() returns trigger language plpgsql as $$ begin raise exception ` +
        `'${table} is append-only'; end $$`,
      `create trigger ${table}_append_only before ${verbs.join(' or ')} or truncate on ${table} for each ` +
        `statement execute function ${table}_append_only()`,
    ],
    keptFor: (table, years) => [
      `create function ${table}_kept() returns trigger language plpgsql as $$ begin if old.at::timestamptz > ` +
        `now() - interval '${years} years' then raise exception '${table} is kept for ${years} years'; end if; ` +
        'return old; end $$',
      `create trigger ${table}_kept before delete on ${table} for each row execute function ${table}_kept()`,
    ],
    probe: () => read.transaction().execute(touchProbe),
    close: () => read.destroy(),
  };
}

/**
 * Closes a connection whose response is overdue. The pool would reuse it, and a late "begin" would swallow the next
 * caller's statements.
 */
function endWhenFrozen(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const queryOrEnd = (...args: unknown[]) => {
    const answer = query(...args);
    // Only the pool's own query answers otherwise, and the pool drops its connection after any error.
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      if ((error as Error).message === NO_ANSWER) void (client as unknown as pg.Client).end();
      throw error;
    });
  };
  client.query = queryOrEnd as typeof client.query;
}

const CLOCK_AND_BEGIN = 'select extract(epoch from clock_timestamp())::float8 * 1000 as now; begin';

/** Reads the database's clock in the round trip that begins a transaction, so that leases never use a stale time. */
function readClockAtStart(client: pg.PoolClient, { set }: DatabaseClock): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const beginAndTell = async () => {
    const [told, begun] = (await query(CLOCK_AND_BEGIN)) as unknown as [
      pg.QueryResult<{ now: number }>,
      pg.QueryResult,
    ];
    set(told.rows[0]!.now);
    return begun;
  };
  client.query = ((...args: unknown[]) =>
    args[0] === 'begin' ? beginAndTell() : query(...args)) as typeof client.query;
}
