/**
 * The shop's tables, read from the database itself, so that a new table is copied and compared without further work.
 */
import { sql } from 'kysely';
import type { Database, Reader } from './database.ts';

export interface ShopTable {
  name: string;
  /** Sorted, because the engines list them differently. */
  columns: string[];
  /** Columns of the primary key. */
  key: string[];
  /** The column that the database numbers by itself. */
  numbered: string | undefined;
  /** Tables that this one references. */
  parents: string[];
}

/** PostgreSQL counts attempts in a table, SQLite in a separate file; they expire within minutes. */
const NOT_COPIED = new Set(['rate_limits', 'unfinished_move']);

/** All tables with the shop's data, each after the tables that it references. */
export async function listShopTables(engine: Database['engine'], db: Reader): Promise<ShopTable[]> {
  const tables: ShopTable[] = [];
  for (const { name, columns } of await listTables(db)) {
    if (NOT_COPIED.has(name)) continue;
    tables.push({
      name,
      columns: columns.map((column) => column.name).sort(),
      key: await namesOf(db, engine === 'sqlite' ? SQLITE_KEY(name) : POSTGRES_KEY(name)),
      numbered: columns.find(({ isAutoIncrementing }) => isAutoIncrementing)?.name,
      parents: await namesOf(db, engine === 'sqlite' ? SQLITE_PARENTS(name) : POSTGRES_PARENTS(name)),
    });
  }
  return parentsFirst(tables);
}

/** Without Kysely's own tables, and without other schemas of a PostgreSQL database. */
async function listTables(db: Reader) {
  const tables = await db.introspection.getTables();
  if (tables.every(({ schema }) => schema === undefined)) return tables;
  const [current] = (await sql<{ name: string }>`select current_schema() as name`.execute(db)).rows;
  return tables.filter(({ schema }) => schema === current?.name);
}

type Names = ReturnType<typeof sql<{ name: string }>>;

const SQLITE_KEY = (table: string): Names => sql`select name from pragma_table_info(${table}) where pk > 0 order by pk`;
const SQLITE_PARENTS = (table: string): Names =>
  sql`select distinct "table" as name from pragma_foreign_key_list(${table})`;
const POSTGRES_KEY = (table: string): Names => sql`
  select a.attname as name from pg_index i
  join unnest(i.indkey) with ordinality as k (number, position) on true
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
  where i.indrelid = ${table}::regclass and i.indisprimary order by k.position`;
const POSTGRES_PARENTS = (table: string): Names => sql`
  select distinct c.relname as name from pg_constraint r join pg_class c on c.oid = r.confrelid
  where r.conrelid = ${table}::regclass and r.contype = 'f'`;

const namesOf = async (db: Reader, query: Names): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ name }) => name);

function parentsFirst(tables: ShopTable[]): ShopTable[] {
  const sorted = new Map<string, ShopTable>();
  while (sorted.size < tables.length) {
    const next = tables.filter(
      ({ name, parents }) => !sorted.has(name) && parents.every((parent) => parent === name || sorted.has(parent)),
    );
    if (next.length === 0) throw new Error('tables refer to each other in a circle');
    for (const table of next) sorted.set(table.name, table);
  }
  return [...sorted.values()];
}
