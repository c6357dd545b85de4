import type { Context } from '#src/server/context.ts';

/**
 * A context whose first transaction fails, like that of a row with a fault: after `after` others, and `times` in a row.
 */
export function failing(ctx: Context, { after = 0, times = 1 } = {}): Context {
  let begun = 0;
  const write: Context['db']['write'] = (act) => {
    begun += 1;
    return begun > after && begun <= after + times ? Promise.reject(new Error('a fault in a row')) : ctx.db.write(act);
  };
  return { ...ctx, db: { ...ctx.db, write } };
}
