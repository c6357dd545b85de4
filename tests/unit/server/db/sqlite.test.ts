import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openSqlite } from '#src/server/db/sqlite.ts';

it('SQLite leaves one file of a database that was only read, or not used at all', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-sqlite-'));
  const read = async (isUsed: boolean) => {
    const db = openSqlite(folder, true);
    if (isUsed) await sql`select name from sqlite_master`.execute(db.read);
    await db.close();
    return readdirSync(folder);
  };
  expect(await read(true)).toEqual(['shop.db']);
  expect(await read(true)).toEqual(['shop.db']);
  expect(await read(false)).toEqual(['shop.db']);
  rmSync(folder, { recursive: true });
});
