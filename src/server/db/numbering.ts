import { sql } from 'kysely';
import type { Database, Reader } from './database.ts';
import type { ShopTable } from './shop-tables.ts';

/** The last number that the database assigned in the table, even if that row was deleted; 0 for none. */
async function lastNumber(engine: Database['engine'], db: Reader, { name, numbered }: ShopTable): Promise<number> {
  const query =
    engine === 'sqlite'
      ? sql<{ last: number | null }>`select seq as last from sqlite_sequence where name = ${name}`
      : sql<{
          last: number | null;
        }>`select pg_sequence_last_value(pg_get_serial_sequence(${name}, ${numbered})::regclass) as last`;
  return (await query.execute(db)).rows[0]?.last ?? 0;
}

interface Numbered {
  engine: Database['engine'];
  db: Reader;
}

/** Continues the source's numbering in the target. */
export async function copyNumbering(from: Numbered, to: Numbered, tables: ShopTable[]): Promise<void> {
  for (const table of tables.filter(({ numbered }) => numbered !== undefined)) {
    const last = await lastNumber(from.engine, from.db, table);
    if (last === 0) continue;
    const { name, numbered } = table;
    if (to.engine === 'postgres')
      await sql`select setval(pg_get_serial_sequence(${name}, ${numbered}), ${last})`.execute(to.db);
    else {
      await sql`delete from sqlite_sequence where name = ${name}`.execute(to.db);
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(to.db);
    }
  }
}
