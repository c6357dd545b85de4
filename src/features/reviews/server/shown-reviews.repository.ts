import { averageOf, replacedReviews } from '#src/features/catalogue/server/rating.repository.ts';
import type { Rating, ShownReview } from '#src/features/catalogue/shown-reviews.ts';
import type { Context } from '#src/server/context.ts';
import { reviewPhotoPath } from '#src/shared/paths.ts';
import { sum } from '#src/shared/money.ts';

/** More would make the page long; the average counts all, and a page of its own shows them. */
export const MOST_ON_PRODUCT_PAGE = 10;

/** The published reviews by their products' ids, the newest first; none while reviews are turned off. */
export async function findReviewsByProduct({ db, shop }: Context): Promise<Map<number, ShownReview[]>> {
  if (!shop.reviews.offered) return new Map();
  const rows = await db.read
    .selectFrom('reviews as r')
    .leftJoin('review_photos as f', 'f.review_id', 'r.id')
    .select(['r.id', 'r.product_id', 'r.stars', 'r.text', 'r.shown_name', 'r.locale', 'r.written_at', 'r.reply'])
    .select('f.version as photo')
    .where('r.state', '=', 'approved')
    .where('r.id', 'not in', replacedReviews(db.read))
    .orderBy('r.written_at', 'desc')
    .orderBy('r.id')
    .execute();
  const byProduct = Map.groupBy(rows, (row) => row.product_id);
  return new Map(
    [...byProduct].map(([productId, reviews]) => [
      productId,
      reviews.map(({ shown_name: name, written_at: at, reply, ...row }) => ({
        ...{ id: row.id, stars: row.stars, text: row.text, locale: row.locale },
        ...{ name, at, reply: reply ?? '' },
        ...(row.photo !== null && { photo: reviewPhotoPath(row.id, row.photo) }),
      })),
    ]),
  );
}

export const ratingOf = (reviews: readonly ShownReview[]): Rating => ({
  average: averageOf(sum(reviews.map(({ stars }) => stars)), reviews.length),
  count: reviews.length,
});
