import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Engine } from './database.ts';
import { accounts } from './migrations/0002-accounts.ts';
import { catalogue } from './migrations/0001-catalogue.ts';
import { checkout } from './migrations/0003-checkout.ts';
import { messages } from './migrations/0004-messages.ts';

export type MigrationFactory = (engine: Engine) => Migration;

// In order; a landed migration is never edited, a new one follows it.
const MIGRATIONS: Record<string, MigrationFactory> = {
  '0001-catalogue': catalogue,
  '0002-accounts': accounts,
  '0003-checkout': checkout,
  '0004-messages': messages,
};

/** Brings the schema up to date. Several processes may call it at once: one works, the others wait. */
export async function migrate(engine: Engine): Promise<void> {
  const migrations = Object.fromEntries(Object.entries(MIGRATIONS).map(([name, make]) => [name, make(engine)]));
  const migrator = new Migrator({ db: engine.read, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Runs plain statements that have no place in Kysely's schema builder. */
export async function runAll(db: Parameters<Migration['up']>[0], statements: string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** PostgreSQL's `text` compares by the database's collation; "C" is what SQLite does: by code point. */
export const textColumn = (engine: Engine) =>
  sql.raw(engine.engine === 'postgres' ? 'text collate "C"' : 'text') as ReturnType<typeof sql<string>>;
