import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { ConfigError, type Config } from '#src/settings/environment/config.ts';
import { hasTables, migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { copyPostgres, copySqlite } from './snapshot.ts';
import { openSqlite } from './sqlite.ts';
import { refuseUnfinishedMove } from './unfinished-move.ts';
import { isUnavailable } from './unavailable.ts';
import type { Database } from './database.ts';

/**
 * `retriesLong`: a command may wait for a lock without limit; a server may not, because it must answer requests
 * meanwhile.
 */
export function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
  retriesLong: boolean,
): Database {
  const { databaseUrl, dataDir } = config;
  if (!databaseUrl) {
    const engine = openSqlite(dataDir, retriesLong);
    return { ...engine, migrate: () => migrate(engine), copyTo: (folder, look) => copySqlite(dataDir, folder, look) };
  }
  const engine = openPostgres(databaseUrl, log, retriesLong);
  const prepare = async () => {
    await refuseUnfinishedMove(engine.read);
    await migratePatiently(databaseUrl, log);
    await engine.write(async () => {}); // each transaction also reads the database's time
  };
  return {
    ...engine,
    migrate: () => prepare().catch(explainDatabaseError),
    copyTo: (folder, look) => copyPostgres(engine, folder, look),
  };
}

/** The database's address, without a password. */
export function databasePlace({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return path.join(dataDir, 'shop.db');
  const { host, pathname } = new URL(databaseUrl);
  return `postgres://${host}${pathname}`;
}

/** Whether a shop's database exists. Never creates one, as opening an SQLite file would. */
export async function databaseExists(config: Config, log: Logger): Promise<boolean> {
  if (!config.databaseUrl) return existsSync(databasePlace(config));
  const engine = openPostgres(config.databaseUrl, log, true);
  return hasTables(engine)
    .catch(explainDatabaseError)
    .finally(() => engine.close());
}

/**
 * A migration runs on a connection without a statement timeout, because it may take longer than a server's statement.
 */
async function migratePatiently(databaseUrl: string, log: Logger): Promise<void> {
  const engine = openPostgres(databaseUrl, log, true);
  await migrate(engine).finally(() => engine.close());
}

const WRONG_LOGIN = new Set(['28P01', '28000']);

/**
 * Explains a wrong address. It shows up during the migration, each process's first step, and at the beginning of a
 * move.
 */
export function explainDatabaseError(error: Error & { code?: string }): never {
  const mayPass = isUnavailable(error);
  if (!WRONG_LOGIN.has(error.code ?? '') && !mayPass) throw error;
  throw new ConfigError(
    `DATABASE_URL: the database cannot be used: ${error.message}. Example: ` +
      'DATABASE_URL=postgres://user:password@localhost:5432/shop',
    { mayPass },
  );
}
