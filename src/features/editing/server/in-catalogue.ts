import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { Mistake } from './mistake.ts';

/** A change does not fit the catalogue. Thrown inside a transaction, so that nothing of it is written. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
  readonly mistakes: Mistake[];
  constructor(mistakes: Mistake[]) {
    super('the catalogue does not fit the database');
    this.mistakes = mistakes;
  }
}

/** One change of the catalogue at a time, all of it or nothing. */
export const inCatalogue = <T>(ctx: Context, act: (tx: Writer) => Promise<T>): Promise<T> =>
  ctx.db.write(async (tx) => {
    await ctx.db.lock(tx, 'catalogue');
    return act(tx);
  });

/** The same for a change that may throw ImportRefused. */
export const tryInCatalogue = <T>(ctx: Context, act: (tx: Writer) => Promise<T>): Promise<Result<T, Mistake[]>> =>
  unlessRefused(inCatalogue(ctx, act));

/** Turns a thrown ImportRefused into a value. */
export async function unlessRefused<T>(change: Promise<T>): Promise<Result<T, Mistake[]>> {
  try {
    return ok(await change);
  } catch (error) {
    if (error instanceof ImportRefused) return fail(error.mistakes);
    throw error;
  }
}
