import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#src/server/db/database.ts';
import { openDatabase } from '#src/server/db/open-database.ts';
import { SQLITE_FILE } from '#src/server/db/snapshot.ts';
import { digestTable } from '#src/server/db/table-rows.ts';
import { createLog } from '#src/server/log.ts';
import type { CopyRecord } from './copy-record.ts';
import { readFigures } from './figures.repository.ts';
import { digestTree, linksBelow } from './tree.ts';

/**
 * Restores a copy's database into a scratch folder, opens it and compares it, and all other files, with the record.
 * Returns the differences as sentences. `scratchPrefix`: where the scratch folder is made.
 */
export async function checkCopy(folder: string, record: CopyRecord, scratchPrefix: string): Promise<string[]> {
  const links = linksBelow(folder);
  if (links.length > 0)
    return links.map((name) => `${name} is a link. No program of the shop writes links into a copy.`);
  const scratch = mkdtempSync(scratchPrefix);
  try {
    copyFileSync(path.join(folder, SQLITE_FILE), path.join(scratch, SQLITE_FILE));
    const config = { databaseUrl: undefined, dataDir: scratch };
    const db = openDatabase(config, createLog('silent'), true);
    return [...(await checkDatabase(db, record).finally(() => db.close())), ...checkFiles(folder, record)];
  } catch (error) {
    return [`It cannot be opened: ${(error as Error).message}`];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function checkDatabase(db: Database, { tables, figures }: CopyRecord): Promise<string[]> {
  const { rows: faults } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.read);
  const { rows: orphans } = await sql`pragma foreign_key_check`.execute(db.read);
  const problems = faults.flatMap((row) =>
    row.integrity_check === 'ok' ? [] : [`The file is damaged: ${row.integrity_check}`],
  );
  if (orphans.length > 0) problems.push(`${orphans.length} rows refer to rows that are missing.`);
  for (const table of tables) {
    const { rows, digest } = await digestTable(db.read, table);
    if (rows !== table.rows) problems.push(`The table ${table.name} has ${rows} rows; the shop had ${table.rows}.`);
    else if (digest !== table.digest) problems.push(`The table ${table.name} has other values than the shop had.`);
  }
  const found = Object.entries(await readFigures(db.read));
  const known = new Map(Object.entries(figures));
  for (const [name, value] of found)
    if (known.has(name) && known.get(name) !== value)
      problems.push(`${name}: ${value} in the copy; the shop had ${known.get(name)}.`);
  // A later version of the shop may restore the copy, so the copy must also migrate without errors.
  await db.migrate();
  return problems;
}

function checkFiles(folder: string, { files }: CopyRecord): string[] {
  const found = digestTree(folder);
  return Object.entries(files).flatMap(([name, digest]) => {
    if (found[name] === digest) return [];
    return [found[name] ? `The file ${name} has another content than the shop's.` : `The file ${name} is missing.`];
  });
}
