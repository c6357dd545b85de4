import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { closeContext, createContext, type Context } from '#src/server/context.ts';
import { readConfig } from '#src/server/config.ts';
import { createDatabase } from './postgres.ts';

export interface FreshShop {
  ctx: Context;
  /** Environment for processes on the same database and data folder. */
  env: Record<string, string>;
  dispose: () => Promise<void>;
}

let count = 0;

/** A new data folder and an empty database without tables, on the tested engine. */
export async function emptyDatabase(): Promise<{ env: Record<string, string>; dispose: () => void }> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-shop-'));
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    SITE_URL: 'http://localhost:4321',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '0',
  };
  if (process.env.TEST_ENGINE === 'postgres')
    env.DATABASE_URL = await createDatabase(inject('clusterUrl'), `shop_${process.pid}_${count++}`);
  return { env, dispose: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** The same with migrated tables; `more` overrides its environment. */
export async function freshShop(more: Record<string, string> = {}): Promise<FreshShop> {
  const { dispose, ...empty } = await emptyDatabase();
  const env = { ...empty.env, ...more };
  const ctx = createContext(readConfig(env));
  await ctx.db.migrate();
  return {
    ctx,
    env,
    async dispose() {
      await closeContext(ctx);
      dispose();
    },
  };
}
