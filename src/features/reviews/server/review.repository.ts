import type { Insertable, Updateable } from 'kysely';
import { findOrigins } from '#src/features/catalogue/server/lots/short-dated.repository.ts';
import { boughtLines, findCheckoutLines } from '#src/features/orders/server/checkout.repository.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { loadPackings } from '#src/features/orders/server/packing.loader.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { ReviewRow } from '#src/server/db/tables/reviews.ts';

/** A product that a buyer may review. */
export interface BoughtProduct {
  id: number;
  slug: string;
  name: string;
  picture: string | null;
  /** No longer in the shop. */
  isWithdrawn: boolean;
}

export async function insertKey(tx: Writer, row: Tables['review_keys']): Promise<void> {
  await tx.insertInto('review_keys').values(row).execute();
}

/** A link, also one that is over. */
export const findKey = (db: Reader, keyHash: string): Promise<Tables['review_keys'] | undefined> =>
  db.selectFrom('review_keys').selectAll().where('key_hash', '=', keyHash).executeTakeFirst();

/** How long a link that is over still ends the mails. */
const STOP_MS = 365 * 24 * 3600_000;

export async function deleteOldKeys(tx: Writer, now: Date): Promise<void> {
  const before = new Date(now.getTime() - STOP_MS).toISOString();
  await tx.deleteFrom('review_keys').where('expires_at', '<=', before).execute();
}

/**
 * What was bought and is still in the shop, or is among `known`, in the order's sequence; `sent`: only these. A set is
 * one product, and units that were cheaper because of their date are those of their product.
 */
export async function findBought(
  db: Reader,
  checkoutId: string,
  { known = [], sent }: { known?: readonly number[]; sent?: ReadonlySet<number> } = {},
): Promise<BoughtProduct[]> {
  const all = [...boughtLines(await findCheckoutLines(db, checkoutId)).keys()];
  const bought = sent ? all.filter((id) => sent.has(id) || known.includes(id)) : all;
  const origins = await findOrigins(db, bought);
  const ids = [...new Set(bought.map((id) => origins.get(id)?.id ?? id))];
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('products')
    .select(['id', 'slug', 'product_name as name', 'picture', 'withdrawn_at'])
    .where('id', 'in', ids)
    .execute();
  return rows
    .filter(({ id, withdrawn_at }) => withdrawn_at === null || known.includes(id))
    .map(({ withdrawn_at, ...product }) => ({ ...product, isWithdrawn: withdrawn_at !== null }))
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** The products, and sets, of which units have left: not those that were refunded before. */
export async function findSent(db: Reader, order: StoredOrder): Promise<Set<number>> {
  const packings = await loadPackings(db, [order]);
  const lines = packings.flatMap(({ parcels }) => parcels.flatMap((parcel) => parcel.lines));
  return new Set(lines.map(({ productId, set }) => set?.id ?? productId));
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
