import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import { ConfigError, type Config } from '#src/server/config.ts';
import { hasTables, migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './schema.ts';
import type { SharedCount } from './shared-counts.ts';
import { copyPostgres, copySqlite } from './snapshot.ts';
import { openSqlite } from './sqlite.ts';
import { refuseUnfinishedMove } from './unfinished-move.ts';
import { isUnavailable } from './unavailable.ts';

export type Reader = Kysely<Tables>;
export type Writer = Transaction<Tables>;

/** The same interface for both engines. */
export interface Database {
  engine: 'sqlite' | 'postgres';
  /** The time by the database's clock, which all processes share: claims, leases and due dates go by it. */
  now(this: void): Date;
  /** For reads outside a transaction. They see what is committed, and do not wait for a transaction that writes. */
  read: Reader;
  /** Runs reads that all see the same moment, although others write meanwhile. */
  snapshot<T>(look: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * Runs one business act in one write transaction, and retries when the engine asks for it. Use only `tx` inside: `read` sees
   * nothing of the transaction. No network calls inside.
   */
  write<T>(act: (tx: Writer) => Promise<T>): Promise<T>;
  /** Blocks other writers that lock the same name until the transaction ends. */
  lock(tx: Writer, name: string): Promise<void>;
  /** Locks the rows that a query reads, until its transaction ends. */
  lockRows<Q extends { forNoKeyUpdate(): Q }>(query: Q): Q;
  /** Counts `points` per key and `seconds` across all processes that use this database. */
  limiter(name: string, points: number, seconds: number): RateLimiterStoreAbstract;
  /**
   * Adds this server's counts of the last second to those of all servers, per key and window of `seconds`. undefined for SQLite,
   * which has one server.
   */
  shareCounts: ((counts: ReadonlyMap<string, number>, seconds: number) => Promise<SharedCount[]>) | undefined;
  /** Deletes counters that expired before this time. */
  forgetAttempts(before: Date): Promise<void>;
  /** A value that changes with every write of any process; undefined where reading it needs a network call (PostgreSQL). */
  changes(this: void): string | undefined;
  /** The connections of this process; undefined for SQLite, which has one for writes and one for reads. */
  pool(this: void): { total: number; idle: number; waiting: number } | undefined;
  /**
   * Writes all rows of one moment to a new SQLite database in an empty folder, while others write. Returns what `look` reads of
   * the same moment.
   */
  copyTo<T>(folder: string, look: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * Writes a row to check that writing works. Rejects when it fails; another process's write lock counts as failure only
   * after some seconds.
   */
  probe(): Promise<void>;
  /** Brings the schema up to date, under a lock, and learns the database's time. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** What differs between the engines. */
export interface Engine extends Omit<Database, 'migrate' | 'copyTo'> {
  /** For statements that change the database outside of `write`. */
  direct: Kysely<Tables>;
  /** For transactions that the engine does not begin itself: retries while another process holds the write lock. */
  retryWhileBusy<T>(act: () => Promise<T>): Promise<T>;
  /** SQL statements that forbid changing and deleting rows of a table, or one of the two. */
  appendOnly(table: string, verbs?: ('update' | 'delete')[]): string[];
  /** SQL statements that forbid deleting rows of a table whose `at` is younger than this. */
  keptFor(table: string, years: number): string[];
}

/** `isPatient`: a command may wait for a lock without limit; a server may not, because it must answer requests meanwhile. */
export function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Logger, isPatient: boolean): Database {
  const { databaseUrl, dataDir } = config;
  if (!databaseUrl) {
    const engine = openSqlite(dataDir, isPatient);
    return { ...engine, migrate: () => migrate(engine), copyTo: (folder, look) => copySqlite(dataDir, folder, look) };
  }
  const engine = openPostgres(databaseUrl, log, isPatient);
  const prepare = async () => {
    await refuseUnfinishedMove(engine.read);
    await migratePatiently(databaseUrl, log);
    await engine.write(async () => {}); // each transaction brings the database's time along
  };
  return {
    ...engine,
    migrate: () => prepare().catch(explainDatabaseError),
    copyTo: (folder, look) => copyPostgres(engine, folder, look),
  };
}

/** Where the database is, without a password. */
export function databasePlace({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return path.join(dataDir, 'shop.db');
  const { host, pathname } = new URL(databaseUrl);
  return `postgres://${host}${pathname}`;
}

/** Whether a shop's database exists. Does not create one, which opening an SQLite file would do. */
export async function databaseExists(config: Config, log: Logger): Promise<boolean> {
  if (!config.databaseUrl) return existsSync(databasePlace(config));
  const engine = openPostgres(config.databaseUrl, log, true);
  return hasTables(engine)
    .catch(explainDatabaseError)
    .finally(() => engine.close());
}

/** A migration runs on a connection without a statement timeout, because it may take longer than any statement of a server. */
async function migratePatiently(databaseUrl: string, log: Logger): Promise<void> {
  const engine = openPostgres(databaseUrl, log, true);
  await migrate(engine).finally(() => engine.close());
}

const WRONG_LOGIN = new Set(['28P01', '28000']);

/** Where a wrong address shows up: when a process migrates, which each does first, and when a move begins. */
export function explainDatabaseError(error: Error & { code?: string }): never {
  const mayPass = isUnavailable(error);
  if (!WRONG_LOGIN.has(error.code ?? '') && !mayPass) throw error;
  throw new ConfigError(
    `DATABASE_URL: the database cannot be used: ${error.message}. Example: DATABASE_URL=postgres://user:password@localhost:5432/shop`,
    { mayPass },
  );
}
