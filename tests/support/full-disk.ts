import { execFileSync } from 'node:child_process';
import { sql } from 'kysely';
import type { Context } from '#src/server/context.ts';
import type { RunningShop } from './server.ts';

interface Room {
  /** SQLite: no file may grow beyond this. */
  bytes?: number;
  /** PostgreSQL: tables that can still be written. */
  tables?: string[];
}

/** Lets no file of a running server grow beyond a size. */
export function limitFiles({ process: { pid } }: RunningShop, bytes: number | 'unlimited' = 0): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
}

/**
 * Lets a running server write nothing to its database any more, as on a full disk; needs no rights. The answer makes room again.
 * SQLite runs into a limit of its process; PostgreSQL refuses every row with its error for a full disk.
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
  const tables = (await db.read.introspection.getTables()).filter(({ name }) => !spared.includes(name)).map(({ name }) => sql.table(name));
  await sql`create or replace function disk_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(db.read);
  for (const table of tables)
    await sql`create trigger disk_full before insert or update or delete on ${table} for each statement execute function disk_full()`.execute(
      db.read,
    );
  return async () => {
    for (const table of tables) await sql`drop trigger disk_full on ${table}`.execute(db.read);
  };
}
