import type { Reader } from '#src/server/db/database.ts';
import type { Rating } from '../shown-reviews.ts';

/** What the published reviews of a product say; undefined without any. */
export async function findRating(db: Reader, productId: number): Promise<Rating | undefined> {
  const { sum, count } = await db
    .selectFrom('reviews as r')
    .select((row) => [row.fn.sum('stars').as('sum'), row.fn.countAll().as('count')])
    .where('r.product_id', '=', productId)
    .where('r.state', '=', 'approved')
    .where('r.id', 'not in', replacedReviews(db))
    .executeTakeFirstOrThrow();
  return Number(count) > 0 ? { average: averageOf(Number(sum), Number(count)), count: Number(count) } : undefined;
}

/** Published reviews of people who have published a newer one of the same product: one person counts once. */
export const replacedReviews = (db: Reader) =>
  db
    .selectFrom('reviews as old')
    .innerJoin('orders as bought', 'bought.id', 'old.order_id')
    .innerJoin('reviews as newer', (join) =>
      join.onRef('newer.product_id', '=', 'old.product_id').on('newer.state', '=', 'approved'),
    )
    .innerJoin('orders as again', 'again.id', 'newer.order_id')
    .select('old.id')
    .where(({ eb, or, and }) =>
      or([
        eb('newer.written_at', '>', eb.ref('old.written_at')),
        and([eb('newer.written_at', '=', eb.ref('old.written_at')), eb('newer.id', '>', eb.ref('old.id'))]),
      ]),
    )
    .where(({ eb, or }) =>
      or([
        eb('again.email_key', '=', eb.ref('bought.email_key')),
        eb('again.client_id', '=', eb.ref('bought.client_id')),
      ]),
    );

/** Rounded to one decimal. */
export const averageOf = (sum: number, count: number): number => Math.round((sum / count) * 10) / 10;
