import type { Logger } from 'pino';
import { Refusal } from '#src/server/run-program.ts';
import type { Engine, Reader } from './database.ts';
import { explainDatabaseError } from './open-database.ts';
import { migrate } from './migrate.ts';
import { copyNumbering } from './numbering.ts';
import { openPostgres } from './postgres.ts';
import { listShopTables, type ShopTable } from './shop-tables.ts';
import { emptyTables } from './snapshot.ts';
import { copyRows, digestTable } from './table-rows.ts';
import { findMark, identityOf, markPrepared, removeMark, setMark } from './unfinished-move.ts';

interface Move {
  /** A SQLite database that no other process uses, with all migrations. */
  from: Reader;
  /** Address of a PostgreSQL database: empty, or with an unfinished move from the same source. */
  to: string;
  log: Logger;
  tell: (text: string) => void;
}

/**
 * Copies all rows to PostgreSQL and compares each table. If the process is killed, the next call continues with the
 * missing rows; no shop starts on the target before the move is complete. Throws a refusal when the target contains
 * other data.
 */
export async function moveDatabase({ from, to: url, log, tell }: Move): Promise<void> {
  const to = openPostgres(url, log, true);
  try {
    const tables = await listShopTables('sqlite', from);
    await prepareTarget(from, to, tables, tell).catch(explainDatabaseError);
    for (const table of tables) {
      await copyRows(from, to, table);
      tell(`${table.name}: ${await compare(from, to, table)} rows, all the same`);
    }
    await copyNumbering({ engine: 'sqlite', db: from }, { engine: 'postgres', db: to.direct }, tables);
    await removeMark(to.read);
  } finally {
    await to.close();
  }
}

async function prepareTarget(from: Reader, to: Engine, tables: ShopTable[], tell: Move['tell']): Promise<void> {
  const source = await identityOf(from);
  const mark = await findMark(to.read);
  if (mark && mark.source !== source)
    throw new Refusal(`A move of another shop into this database is not finished. ${USE_EMPTY}`);
  if (!mark) {
    const [any] = await to.read.introspection.getTables({ withInternalKyselyTables: true });
    if (any) throw new Refusal(`This database already contains data: the table ${any.name}. ${USE_EMPTY}`);
    await setMark(to.read, source);
  }
  if (mark?.prepared) return tell('An earlier move was stopped; it goes on.');
  await migrate(to);
  await emptyTables(
    to,
    tables.map(({ name }) => name),
  );
  await markPrepared(to.read);
}

const USE_EMPTY = 'Nothing was done. Name an empty database, made by: createdb shop';

/** Returns the number of rows; throws a refusal when a value differs. */
async function compare(from: Reader, to: Engine, table: ShopTable): Promise<number> {
  const [source, copy] = [await digestTable(from, table), await digestTable(to.read, table)];
  if (source.digest === copy.digest) return source.rows;
  throw new Refusal(
    `The table ${table.name} differs: ${source.rows} rows here, ${copy.rows} there. ` +
      'The shop was used since the move began, or somebody else wrote there. ' +
      'Empty the PostgreSQL database and move again.',
  );
}
