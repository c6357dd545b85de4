import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import type { Context } from '#src/server/context.ts';

export interface AttemptRow {
  key: string;
  points: number;
  expire: number;
}

/** Runs a statement on the database that counts the attempts for the tested engine. */
async function run(ctx: Context, statement: string): Promise<AttemptRow[]> {
  if (ctx.db.engine === 'postgres') return (await sql.raw<AttemptRow>(statement).execute(ctx.db.read)).rows;
  const name = path.join(ctx.config.dataDir, 'limits.db');
  // The first server of a shop makes the file.
  if (!existsSync(name)) return [];
  const file = new Database(name);
  try {
    const prepared = file.prepare(statement);
    if (prepared.reader) return prepared.all() as AttemptRow[];
    prepared.run();
    return [];
  } finally {
    file.close();
  }
}

/** The current counters. */
export const attempts = (ctx: Context): Promise<AttemptRow[]> => run(ctx, 'select * from rate_limits order by key');

/** Moves the ends of all windows, as if the clock had been ahead when they were counted. */
export const shiftWindows = (ctx: Context, ms: number): Promise<AttemptRow[]> =>
  run(ctx, `update rate_limits set expire = expire + ${ms}`);

/** Ends all windows, so that no limit applies any more. */
export const endWindows = (ctx: Context): Promise<AttemptRow[]> => run(ctx, 'update rate_limits set expire = 1');
