import { loadPage } from '#src/desk/list-query.ts';
import type { Context } from '#src/server/context.ts';
import type { ReviewList } from '../review.ts';
import { findReports, findReview, listReviews } from '../server/review-desk.repository.ts';
import { findPhoto, findPhotos } from '../server/review-photo.repository.ts';

/** One page of a list of reviews, and the versions of their photos by the reviews' ids. */
export async function loadReviewList({ db: { read } }: Context, url: URL, which: ReviewList) {
  const list = await loadPage(url, (limit, offset) => listReviews(read, which, { limit, offset }));
  const ids = list.reviews.map(({ id }) => id);
  return { ...list, photos: await findPhotos(read, ids) };
}

export const loadReview = ({ db }: Context, id: string) => findReview(db.read, id);

/** What belongs to a review: the version of its photo, and what was reported. */
export async function loadReviewView({ db: { read } }: Context, id: string) {
  return { photo: (await findPhotos(read, [id])).get(id), reports: await findReports(read, id) };
}

/** The bytes of a photo, also before it is published. */
export const loadPhoto = ({ db }: Context, id = '') => findPhoto(db.read, id, { isPublished: false });
