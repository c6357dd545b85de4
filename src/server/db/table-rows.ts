/** Reads, compares and writes whole tables, independent of their columns. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Reader, Writer } from './database.ts';
import type { ShopTable } from './shop-tables.ts';

export type TableShape = Pick<ShopTable, 'name' | 'columns' | 'key'>;
type Value = string | number | null;
type Row = Record<string, Value>;

/** The number of rows in memory at once; a row with a mail or a legal text has up to some 100 kB. */
const PAGE_ROWS = 200;

const refs = (columns: string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** All rows after a key, in the order of the keys. Texts compare by code point on both engines. */
async function* pagesOf(db: Reader, { name, columns, key }: TableShape, after?: Value[]): AsyncGenerator<Row[]> {
  for (let last = after; ;) {
    const rest = last ? sql`where (${refs(key)}) > (${sql.join(last)})` : sql``;
    const query = sql<Row>`select ${refs(columns)} from ${sql.table(name)} ${rest} order by ${refs(key)} limit ${PAGE_ROWS}`;
    const { rows } = await query.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_ROWS) return;
    last = key.map((column) => rows.at(-1)![column]!);
  }
}

export interface TableDigest {
  rows: number;
  /** SHA-256 of all values, row by row; the same on both engines. */
  digest: string;
}

export async function digestTable(db: Reader, table: TableShape): Promise<TableDigest> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of pagesOf(db, table)) {
    count += rows.length;
    for (const row of rows) hash.update(`${JSON.stringify(table.columns.map((column) => row[column]))}\n`);
  }
  return { rows: count, digest: hash.digest('hex') };
}

/**
 * Copies the rows that are missing in `to`, page by page in separate transactions. An interrupted copy continues after
 * the last row that arrived.
 */
export async function copyRows(
  from: Reader,
  to: { read: Reader; write: <T>(act: (tx: Writer) => Promise<T>) => Promise<T> },
  table: TableShape,
): Promise<void> {
  const { name, columns, key } = table;
  const lastFirst = sql.join(key.map((column) => sql`${sql.ref(column)} desc`));
  const [last] = (
    await sql<Row>`select ${refs(key)} from ${sql.table(name)} order by ${lastFirst} limit 1`.execute(to.read)
  ).rows;
  for await (const rows of pagesOf(from, table, last && key.map((column) => last[column]!))) {
    const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await to.write((tx) =>
      sql`insert into ${sql.table(name)} (${refs(columns)}) values ${sql.join(values)}`.execute(tx),
    );
  }
}
