import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { Mistake } from '#src/server/content/mistake.ts';

/** The change is invalid for the catalogue. Thrown inside a transaction to roll it back. */
export class CatalogueRefused extends Error {
  override name = 'CatalogueRefused';
  readonly mistakes: Mistake[];
  constructor(mistakes: Mistake[]) {
    super('the catalogue does not fit the database');
    this.mistakes = mistakes;
  }
}

/** Runs one change of the catalogue at a time, atomically. */
export const withCatalogueLock = <T>(ctx: Context, act: (tx: Writer) => Promise<T>): Promise<T> =>
  ctx.db.write(async (tx) => {
    await ctx.db.lock(tx, 'catalogue');
    return act(tx);
  });

/** Like `withCatalogueLock`, for a change that may throw CatalogueRefused. */
export const tryInCatalogue = <T>(ctx: Context, act: (tx: Writer) => Promise<T>): Promise<Result<T, Mistake[]>> =>
  unlessRefused(withCatalogueLock(ctx, act));

/** Turns a thrown CatalogueRefused into a value. */
export async function unlessRefused<T>(change: Promise<T>): Promise<Result<T, Mistake[]>> {
  try {
    return ok(await change);
  } catch (error) {
    if (error instanceof CatalogueRefused) return fail(error.mistakes);
    throw error;
  }
}
