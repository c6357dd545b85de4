import path from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Engine, Reader } from './database.ts';
import { migrate } from './migrate.ts';
import { copyNumbering } from './numbering.ts';
import type { Tables } from './schema.ts';
import { listShopTables } from './shop-tables.ts';
import { openSqlite, readSnapshot } from './sqlite.ts';
import { copyRows } from './table-rows.ts';

export const SQLITE_FILE = 'shop.db';
/** Pages of 4 kB to copy before the process's other work continues. */
const COPY_PAGES = 1_000;

/**
 * See `Database.copyTo`. An open read transaction keeps its snapshot, so concurrent commits do not restart the copy.
 */
export async function copySqlite<T>(dataDir: string, folder: string, look: (reader: Reader) => Promise<T>): Promise<T> {
  try {
    return await readSnapshot(path.join(dataDir, SQLITE_FILE), async (reader, file) => {
      const seen = await look(reader);
      await file.backup(path.join(folder, SQLITE_FILE), { progress: () => COPY_PAGES });
      return seen;
    });
  } finally {
    becomeOneFile(folder);
  }
}

/** Copies PostgreSQL row by row; see `Database.copyTo`. */
export async function copyPostgres<T>(
  source: Engine,
  folder: string,
  look: (reader: Reader) => Promise<T>,
): Promise<T> {
  const target = openSqlite(folder, true);
  try {
    await migrate(target);
    return await source.snapshot(async (reader) => {
      const seen = await look(reader);
      const tables = await listShopTables('postgres', reader);
      await emptyTables(
        target,
        tables.map(({ name }) => name),
      );
      for (const table of tables) await copyRows(reader, target, table);
      await copyNumbering({ engine: 'postgres', db: reader }, { engine: 'sqlite', db: target.direct }, tables);
      return seen;
    });
  } finally {
    await target.close();
    becomeOneFile(folder);
  }
}

/** Deletes the few rows that migrations insert, children first. */
export async function emptyTables(target: Engine, parentsFirst: string[]): Promise<void> {
  await target.write(async (tx) => {
    for (const name of parentsFirst.toReversed()) {
      const table = tx.dynamic.table(name as keyof Tables);
      const [any] = await tx
        .selectFrom(table.as('t'))
        .select((of) => of.lit(1).as('one'))
        .limit(1)
        .execute();
      if (any) await tx.deleteFrom(name as keyof Tables).execute();
    }
  });
}

/** Without a write-ahead log the file is the whole database, and readable in a read-only folder. */
function becomeOneFile(folder: string): void {
  const name = path.join(folder, SQLITE_FILE);
  const copy = new Sqlite(name);
  copy.pragma('journal_mode = delete');
  copy.close();
}
