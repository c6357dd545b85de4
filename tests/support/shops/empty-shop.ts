import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '#src/settings/environment/config.ts';
import { closeContext, createContext, type Context } from '#src/server/context.ts';
import { startWarmShop, type RunningShop } from './server.ts';

export interface EmptyShop extends RunningShop {
  ctx: Context;
}

/** The demo shop's pages on their own server with an empty database. */
export async function serveEmpty(): Promise<EmptyShop> {
  const env = {
    DATA_DIR: mkdtempSync(path.join(os.tmpdir(), 'vitrine-own-')),
    SITE_URL: 'http://localhost:4321',
    LOG_LEVEL: 'silent',
  };
  const server = await startWarmShop({ ...env, RATE_LIMIT_PER_MINUTE: '0' });
  const ctx = createContext(readConfig(env));
  return {
    ...server,
    ctx,
    async stop() {
      await closeContext(ctx);
      await server.stop();
      rmSync(env.DATA_DIR, { recursive: true, force: true });
    },
  };
}
