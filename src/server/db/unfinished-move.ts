/** Marks a PostgreSQL database as the target of a move in progress. A shop must not run on half of its data. */
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { Refusal } from '#src/server/run-program.ts';
import type { Reader } from './database.ts';

const MARK = sql.table('unfinished_move');

interface Mark {
  /** The identity of the source database. */
  source: string;
  /** 1 once the tables exist and are empty. */
  prepared: number;
}

/** The migration times identify a database. */
export async function identityOf(db: Reader): Promise<string> {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    select name, timestamp from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by timestamp, name limit 3`.execute(db);
  return rows.map(({ name, timestamp }) => `${name} ${timestamp}`).join(', ');
}

export async function findMark(db: Reader): Promise<Mark | undefined> {
  const [found] = (await sql<{ name: string | null }>`select to_regclass('unfinished_move') as name`.execute(db)).rows;
  return found?.name ? (await sql<Mark>`select source, prepared from ${MARK}`.execute(db)).rows[0] : undefined;
}

export async function setMark(db: Reader, source: string): Promise<void> {
  await sql`create table ${MARK} as select ${source}::text as source, 0 as prepared`.execute(db);
}

export async function markPrepared(db: Reader): Promise<void> {
  await sql`update ${MARK} set prepared = 1`.execute(db);
}

export async function removeMark(db: Reader): Promise<void> {
  await sql`drop table ${MARK}`.execute(db);
}

export async function refuseUnfinishedMove(db: Reader): Promise<void> {
  if (await findMark(db))
    throw new Refusal(
      'The shop was not yet wholly copied into this database. Nothing was done. ' +
        'Run the command again that was stopped: database move, or restore.',
    );
}
