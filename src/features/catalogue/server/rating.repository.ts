import type { Reader } from '#src/server/db/database.ts';
import type { Rating } from '../shown-reviews.ts';

/** What the published reviews of a product say; undefined without any. */
export async function findRating(db: Reader, productId: number): Promise<Rating | undefined> {
  const { sum, count } = await db
    .selectFrom('reviews')
    .select((row) => [row.fn.sum('stars').as('sum'), row.fn.countAll().as('count')])
    .where('product_id', '=', productId)
    .where('state', '=', 'approved')
    .executeTakeFirstOrThrow();
  return Number(count) > 0 ? { average: averageOf(Number(sum), Number(count)), count: Number(count) } : undefined;
}

/** Rounded to one decimal. */
export const averageOf = (sum: number, count: number): number => Math.round((sum / count) * 10) / 10;
