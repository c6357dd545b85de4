import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test as base } from 'playwright/test';
import { readConfig } from '#src/server/config.ts';
import { closeContext, createContext, type Context } from '#src/server/context.ts';
import { startShop } from '../../support/server.ts';

interface OwnServer {
  ctx: Context;
  url: string;
}

/** The demo shop's pages on their own server with an empty database. Some pages answer 5xx, which the usual fixture forbids. */
export const test = base.extend<object, { own: OwnServer }>({
  own: [
    async ({}, use) => {
      const env = { DATA_DIR: mkdtempSync(path.join(os.tmpdir(), 'vitrine-own-')), SITE_URL: 'http://localhost:4321', LOG_LEVEL: 'silent' };
      const server = await startShop({ ...env, RATE_LIMIT_PER_MINUTE: '0' });
      const ctx = createContext(readConfig(env));
      await use({ ctx, url: server.url });
      await closeContext(ctx);
      await server.stop();
      rmSync(env.DATA_DIR, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ own }, use) => use(own.url),
});

export { expect };
