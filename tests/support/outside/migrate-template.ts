/** `migrate-template.ts <address>`: gives a database the schema of these sources, so that copies of it have it, too. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '#src/settings/environment/config.ts';
import { closeContext, createContext } from '#src/server/context.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-template-'));
const ctx = createContext(readConfig({ DATABASE_URL: process.argv[2], DATA_DIR: folder, LOG_LEVEL: 'silent' }));
await ctx.db.migrate();
await closeContext(ctx);
rmSync(folder, { recursive: true });
