import type { Reader, Writer } from '#src/server/db/database.ts';

/** A photo as the database keeps it: here, so that it is deleted with its review, also from other servers. */
export async function savePhoto(tx: Writer, reviewId: string, webp: string, version: number): Promise<void> {
  await tx
    .insertInto('review_photos')
    .values({ review_id: reviewId, webp, version })
    .onConflict((conflict) => conflict.column('review_id').doUpdateSet({ webp, version }))
    .execute();
}

export async function deletePhoto(tx: Writer, reviewId: string): Promise<void> {
  await tx.deleteFrom('review_photos').where('review_id', '=', reviewId).execute();
}

/** The versions of the photos of these reviews, by the reviews' ids. A new photo has another version. */
export async function findPhotos(db: Reader, reviewIds: readonly string[]): Promise<Map<string, number>> {
  if (reviewIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('review_photos')
    .select(['review_id', 'version'])
    .where('review_id', 'in', reviewIds)
    .execute();
  return new Map(rows.map(({ review_id, version }) => [review_id, version]));
}

/** The bytes of a photo. `isPublished`: only of a review that pages show. */
export async function findPhoto(
  db: Reader,
  reviewId: string,
  { isPublished }: { isPublished: boolean },
): Promise<Buffer<ArrayBuffer> | undefined> {
  const row = await db
    .selectFrom('review_photos as f')
    .innerJoin('reviews as r', 'r.id', 'f.review_id')
    .select('f.webp')
    .where('f.review_id', '=', reviewId)
    .$if(isPublished, (query) => query.where('r.state', '=', 'approved'))
    .executeTakeFirst();
  return row && Buffer.from(row.webp, 'base64');
}
