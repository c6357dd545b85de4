import type { Insertable, Updateable } from 'kysely';
import { findOrigins } from '#src/features/catalogue/server/lots/short-dated.repository.ts';
import { boughtLines, findCheckoutLines } from '#src/features/orders/server/checkout.repository.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { ReviewRow } from '#src/server/db/tables/reviews.ts';

/** A product that a buyer may review. */
export interface BoughtProduct {
  id: number;
  slug: string;
  name: string;
  picture: string | null;
}

export async function insertKey(tx: Writer, row: Tables['review_keys']): Promise<void> {
  await tx.insertInto('review_keys').values(row).execute();
}

/** The order that this link opens. */
export async function findOrderOfKey(db: Reader, keyHash: string, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('review_keys')
    .select('order_id')
    .where('key_hash', '=', keyHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.order_id;
}

export async function deleteExpiredKeys(tx: Writer, now: string): Promise<void> {
  await tx.deleteFrom('review_keys').where('expires_at', '<=', now).execute();
}

/**
 * What was bought and is still in the shop, in the order's sequence. A set is one product, and units that were cheaper
 * because of their date are those of their product.
 */
export async function findBought(db: Reader, checkoutId: string): Promise<BoughtProduct[]> {
  const bought = [...boughtLines(await findCheckoutLines(db, checkoutId)).keys()];
  const origins = await findOrigins(db, bought);
  const ids = [...new Set(bought.map((id) => origins.get(id)?.id ?? id))];
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('products')
    .select(['id', 'slug', 'product_name as name', 'picture'])
    .where('id', 'in', ids)
    .where('withdrawn_at', 'is', null)
    .execute();
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

export const findReviewsOfOrders = async (db: Reader, orderIds: readonly string[]): Promise<ReviewRow[]> =>
  orderIds.length === 0
    ? []
    : db.selectFrom('reviews').selectAll().where('order_id', 'in', orderIds).orderBy('written_at').execute();

export async function insertReview(tx: Writer, row: Insertable<Tables['reviews']>): Promise<void> {
  await tx.insertInto('reviews').values(row).execute();
}

export async function updateReview(tx: Writer, id: string, values: Updateable<Tables['reviews']>): Promise<void> {
  await tx.updateTable('reviews').set(values).where('id', '=', id).execute();
}

export async function deleteReview(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('reviews').where('id', '=', id).execute();
}
