/** What every file in `migrations/` needs. */
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from './database.ts';

export type MigrationFactory = (engine: Engine) => Migration;

/** Runs plain SQL statements that Kysely's schema builder cannot express. */
export async function runAll(db: Parameters<Migration['up']>[0], statements: string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** PostgreSQL's `text` uses the database's collation; "C" compares by code point, as SQLite does. */
export const textColumn = (engine: Engine) =>
  sql.raw(engine.engine === 'postgres' ? 'text collate "C"' : 'text') as ReturnType<typeof sql<string>>;
