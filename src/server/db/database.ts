import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import { ConfigError, type Config } from '#src/server/config.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import { isUnavailable } from './unavailable.ts';

export type Reader = Kysely<Tables>;
export type Writer = Transaction<Tables>;

/** One database, whichever engine stands behind it. */
export interface Database {
  engine: 'sqlite' | 'postgres';
  /** For reading outside a transaction. */
  read: Reader;
  /**
   * Runs one business act in one write transaction, again when the engine asks for it.
   * Inside, use the handle only: on a single connection the outer one waits for ever. No network calls inside.
   */
  write<T>(act: (tx: Writer) => Promise<T>): Promise<T>;
  /** Holds other writers of the same name back until the transaction ends. */
  lock(tx: Writer, name: string): Promise<void>;
  /** Locks the rows that a query in a transaction reads until it ends. */
  lockRows<Q extends { forNoKeyUpdate(): Q }>(query: Q): Q;
  /** Counts `points` per key and `seconds`, for all processes on this database together. */
  limiter(name: string, points: number, seconds: number): RateLimiterStoreAbstract;
  /** Removes counts whose time was over by then. */
  forgetAttempts(before: Date): Promise<void>;
  /** Another value after every change, by whichever process; undefined where telling takes a question to another machine. */
  changes(this: void): string | undefined;
  /** Copies the database to a file, as it is at one moment, while others write. Throws ConfigError where its own tools do that. */
  copyTo(file: string): Promise<void>;
  /** Writes a row that nobody needs: rejects while nothing can be written, but not because another process writes for some seconds. */
  probe(): Promise<void>;
  /** Brings the schema up to date, under a lock. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** What differs between the engines; everything else is shared. */
export interface Engine extends Omit<Database, 'migrate'> {
  /** For transactions that the engine does not begin itself: tries again while another process writes, where only one can. */
  waitForTurn<T>(act: () => Promise<T>): Promise<T>;
  /** SQL statements that forbid changing and deleting rows of a table. */
  appendOnly(table: string): string[];
}

/** `isPatient`: a command may wait for other processes without an end; a server has requests to answer meanwhile. */
export function openDatabase(config: Config, log: Logger, isPatient: boolean): Database {
  const { databaseUrl, dataDir } = config;
  if (!databaseUrl) {
    const engine = openSqlite(dataDir, isPatient);
    return { ...engine, migrate: () => migrate(engine) };
  }
  return { ...openPostgres(databaseUrl, log, isPatient), migrate: () => migratePatiently(databaseUrl, log).catch(explain) };
}

/** A migration may take longer than any statement of a server. */
async function migratePatiently(databaseUrl: string, log: Logger): Promise<void> {
  const engine = openPostgres(databaseUrl, log, true);
  await migrate(engine).finally(() => engine.close());
}

const WRONG_LOGIN = new Set(['28P01', '28000']);

/** The first act of every process is to migrate: it tells what is wrong with the address. */
function explain(error: Error & { code?: string }): never {
  if (!WRONG_LOGIN.has(error.code ?? '') && !isUnavailable(error)) throw error;
  throw new ConfigError(
    `DATABASE_URL: the database cannot be used: ${error.message}. Example: DATABASE_URL=postgres://user:password@localhost:5432/shop`,
  );
}
