import type { Context } from '#src/server/context.ts';

/** A context whose first transaction fails, like that of a row with a fault. */
export function failingOnce(ctx: Context): Context {
  let hasFailed = false;
  const write: Context['db']['write'] = (act) => {
    if (hasFailed) return ctx.db.write(act);
    hasFailed = true;
    return Promise.reject(new Error('a fault in a row'));
  };
  return { ...ctx, db: { ...ctx.db, write } };
}
