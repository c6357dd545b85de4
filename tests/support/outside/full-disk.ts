import { execFileSync } from 'node:child_process';
import { sql } from 'kysely';
import type { Context } from '#src/server/context.ts';
import type { RunningShop } from '../shops/server.ts';

interface Room {
  /** SQLite: no file may grow beyond this size. */
  bytes?: number;
  /** PostgreSQL: tables that remain writable. */
  tables?: string[];
}

/** Limits the size of all files that a running server writes. */
export function limitFiles({ process: { pid } }: RunningShop, bytes: number | 'unlimited' = 0): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
}

/**
 * Makes the database of a running server fail like on a full disk, without root rights. The returned function ends
 * this. SQLite hits a file size limit of its process; PostgreSQL rejects every row with its error for a full disk.
 */
export async function fillDisk(
  { db }: Context,
  server: RunningShop,
  { bytes = 0, tables: spared = [] }: Room = {},
): Promise<() => Promise<void>> {
  if (db.engine === 'sqlite') {
    limitFiles(server, bytes);
    return async () => limitFiles(server, 'unlimited');
  }
  const tables = (await db.read.introspection.getTables())
    .filter(({ name }) => !spared.includes(name))
    .map(({ name }) => sql.table(name));
  await sql`create or replace function disk_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
    db.read,
  );
  for (const table of tables)
    await sql`create trigger disk_full before insert or update or delete on ${table} for each statement execute function disk_full()`.execute(
      db.read,
    );
  return async () => {
    for (const table of tables) await sql`drop trigger disk_full on ${table}`.execute(db.read);
  };
}
