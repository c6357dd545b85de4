import type { Kysely, Transaction } from 'kysely';
import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { Tables } from './schema.ts';

export type Reader = Kysely<Tables>;
export type Writer = Transaction<Tables>;

/** One key's calls in one window. */
export interface SharedCount {
  key: string;
  /** Calls to all servers in this window. */
  points: number;
  /** Milliseconds until the window ends. */
  msLeft: number;
}

/** The same interface for both engines. */
export interface Database {
  engine: 'sqlite' | 'postgres';
  /** The time by the database's clock, which all processes share. Claims, leases and due times use it. */
  now(this: void): Date;
  /** For reads outside a transaction. They see committed data and do not wait for a writing transaction. */
  read: Reader;
  /** Runs reads on one snapshot, so that concurrent writes do not show. */
  snapshot<T>(look: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * Runs one business act in one write transaction, and retries when the engine asks for it. Use only `tx` inside:
   * `read` sees nothing of the transaction. No network calls inside.
   */
  write<T>(act: (tx: Writer) => Promise<T>): Promise<T>;
  /** Blocks other writers that take the same lock until the transaction ends. */
  lock(tx: Writer, name: string): Promise<void>;
  /** Locks the rows that a query reads until the transaction ends. */
  lockRows<Q extends { forNoKeyUpdate(): Q }>(query: Q): Q;
  /** Counts `points` per key and `seconds` across all processes that use this database. */
  limiter(name: string, points: number, seconds: number): RateLimiterStoreAbstract;
  /**
   * Adds this server's counts of the last second to those of all servers, per key and window of `seconds`. undefined
   * for SQLite, which has one server.
   */
  shareCounts: ((counts: ReadonlyMap<string, number>, seconds: number) => Promise<SharedCount[]>) | undefined;
  /** Deletes counters that expired before this time. */
  forgetAttempts(before: Date): Promise<void>;
  /**
   * A value that changes with every write of any process; undefined where reading it needs a network call (PostgreSQL).
   */
  changes(this: void): string | undefined;
  /** The number of connections of this process; undefined for SQLite, which has one for writes and one for reads. */
  pool(this: void): { total: number; idle: number; waiting: number } | undefined;
  /**
   * Copies a snapshot of all rows to a new SQLite database in an empty folder, while others write. Returns the result
   * of `look` on the same snapshot.
   */
  copyTo<T>(folder: string, look: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * Writes a row to check that writing works. Rejects when it fails; another process's write lock counts as failure
   * only after some seconds.
   */
  probe(): Promise<void>;
  /** Migrates the schema, under a lock, and reads the database's time. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** What differs between the engines. */
export interface Engine extends Omit<Database, 'migrate' | 'copyTo'> {
  /** For statements that change the database outside of `write`. */
  direct: Kysely<Tables>;
  /** For transactions that Kysely does not begin itself: retries while another process holds the write lock. */
  retryWhileBusy<T>(act: () => Promise<T>): Promise<T>;
  /** SQL statements that forbid changing and deleting rows of a table, or one of the two. */
  appendOnly(table: string, verbs?: ('update' | 'delete')[]): string[];
  /** SQL statements that forbid deleting rows of a table whose `at` is younger than this. */
  keptFor(table: string, years: number): string[];
}
