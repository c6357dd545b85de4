import path from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import type { Context } from '#src/server/context.ts';

export interface AttemptRow {
  key: string;
  points: number;
  expire: number;
}

/** Runs a statement where the engine under test counts attempts. */
async function run(ctx: Context, statement: string): Promise<AttemptRow[]> {
  if (ctx.db.engine === 'postgres') return (await sql.raw<AttemptRow>(statement).execute(ctx.db.read)).rows;
  const file = new Database(path.join(ctx.config.dataDir, 'limits.db'));
  try {
    const prepared = file.prepare(statement);
    if (prepared.reader) return prepared.all() as AttemptRow[];
    prepared.run();
    return [];
  } finally {
    file.close();
  }
}

/** What is counted at present. */
export const attempts = (ctx: Context): Promise<AttemptRow[]> => run(ctx, 'select * from rate_limits order by key');

/** Moves the ends of all windows, as if they had been counted while the clock was ahead. */
export const shiftWindows = (ctx: Context, ms: number): Promise<AttemptRow[]> => run(ctx, `update rate_limits set expire = expire + ${ms}`);

/** Lets so much time pass that nobody has to wait any more. */
export const endWindows = (ctx: Context): Promise<AttemptRow[]> => run(ctx, 'update rate_limits set expire = 1');
