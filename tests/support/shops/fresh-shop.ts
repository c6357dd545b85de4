import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { closeContext, createContext, type Context } from '#src/server/context.ts';
import { readConfig } from '#src/settings/environment/config.ts';
import { createDatabase } from '../outside/postgres.ts';

export interface FreshShop {
  ctx: Context;
  /** Environment for processes on the same database and data folder. */
  env: Record<string, string>;
  dispose: () => Promise<void>;
}

interface NewDatabase {
  env: Record<string, string>;
  dispose: () => void;
}

let count = 0;

/**
 * A new data folder and an empty database without tables, on the tested engine. On PostgreSQL `template` names a
 * database to copy.
 */
export async function emptyDatabase(template?: string): Promise<NewDatabase> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-shop-'));
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    SITE_URL: 'http://localhost:4321',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '0',
  };
  if (process.env.TEST_ENGINE === 'postgres')
    env.DATABASE_URL = await createDatabase(inject('clusterUrl'), `shop_${process.pid}_${count++}`, template);
  return { env, dispose: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/**
 * Makes a migrated database; the returned function copies it, because running all migrations takes ten times as long.
 */
async function migrateOnce(): Promise<() => Promise<NewDatabase>> {
  const { env, dispose } = await emptyDatabase();
  const ctx = createContext(readConfig(env));
  await ctx.db.migrate();
  await closeContext(ctx);
  const { DATA_DIR = '', DATABASE_URL } = env;
  if (DATABASE_URL) {
    dispose();
    return () => emptyDatabase(path.posix.basename(DATABASE_URL));
  }
  const bytes = readFileSync(path.join(DATA_DIR, 'shop.db'));
  dispose();
  return async () => {
    const copy = await emptyDatabase();
    writeFileSync(path.join(copy.env.DATA_DIR ?? '', 'shop.db'), bytes, { mode: 0o600 });
    return copy;
  };
}

let migrated: ReturnType<typeof migrateOnce> | undefined;

/** The same with migrated tables; `more` overrides its environment. */
export async function freshShop(more: Record<string, string> = {}): Promise<FreshShop> {
  const copy = await (migrated ??= migrateOnce());
  const { dispose, ...migratedDatabase } = await copy();
  const env = { ...migratedDatabase.env, ...more };
  const ctx = createContext(readConfig(env));
  // The environment may name another database.
  if (more.DATABASE_URL || more.DATA_DIR) await ctx.db.migrate();
  return {
    ctx,
    env,
    async dispose() {
      await closeContext(ctx);
      dispose();
    },
  };
}
