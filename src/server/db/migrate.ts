import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Engine } from './database.ts';
import { catalogue } from './migrations/0001-catalogue.ts';

export type MigrationFactory = (engine: Engine) => Migration;

// In order; a landed migration is never edited, a new one follows it.
const MIGRATIONS: Record<string, MigrationFactory> = { '0001-catalogue': catalogue };

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
