import type { Context } from '#src/server/context.ts';
import {
  findLineNames,
  findPackedProducts,
  type LineName,
  type NamedLine,
  type PackedProduct,
} from '#src/features/catalogue/server/packed-products.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { berlinMidnight, germanDay } from '#src/shared/german-day.ts';
import { findWaitingCollections } from '../server/collection/collection.repository.ts';
import { countPackedSince } from '../server/order-counts.repository.ts';
import { findOrders } from '../server/order.repository.ts';
import { countReadyToPack, isReady, loadPackings, loadParcels, type ParcelPacking } from '../server/packing.loader.ts';
import { isCollected, isOverdue } from '../collection.ts';
import type { OrderLine } from '../order.ts';

/** The oldest parcel in this state that is not on hold. */
export const nextParcel = async (
  { db }: Context,
  delivery: 'in_separation' | 'not_with_carrier',
): Promise<ParcelPacking | undefined> =>
  (await loadParcels(db.read, delivery)).find(
    (packing) => isReady(packing) && !(delivery === 'not_with_carrier' && isCollected(packing.order)),
  );

/** The products of an order's lines, by id. */
export const loadPackedProducts = (
  { db }: Context,
  locale: Locale,
  lines: OrderLine[],
): Promise<Map<number, PackedProduct>> =>
  findPackedProducts(
    db.read,
    locale,
    lines.map(({ productId }) => productId),
  );

/** How the reader of the desk names the lines of orders and offers. */
export const loadLineNames = ({ db }: Context, locale: Locale, lines: readonly NamedLine[]): Promise<LineName> =>
  findLineNames(db.read, locale, lines);

/** Which parcel of the day this is: those packed today, and all that wait. */
export async function loadPackingProgress({ db, now }: Context): Promise<{ done: number; of: number }> {
  const today = berlinMidnight(germanDay(now().toISOString()))!;
  const packed = await countPackedSince(db.read, today);
  const ready = await countReadyToPack(db.read);
  return { done: packed + 1, of: packed + Math.max(1, ready) };
}

/** What is to be packed, what waits for a person's decision, what is packed, and how many orders wait to be collected. */
export async function loadPackingList({ db }: Context) {
  const unpacked = await loadParcels(db.read, 'in_separation');
  return {
    toPack: unpacked.filter(isReady),
    held: unpacked.filter((packing) => !isReady(packing)),
    packed: (await loadParcels(db.read, 'not_with_carrier')).filter(({ order }) => !isCollected(order)),
    toCollect: (await findWaitingCollections(db.read)).length,
  };
}

/** The orders that wait for their buyers. */
export async function loadCollections({ db, now }: Context) {
  const waiting = await findWaitingCollections(db.read);
  const ids = waiting.map(({ id }) => id);
  const packings = await loadPackings(db.read, await findOrders(db.read, ids));
  const holdsOf = new Map(packings.map(({ order, holds }) => [order.id, holds]));
  return waiting.map((one) => ({ ...one, holds: holdsOf.get(one.id) ?? [], isOver: isOverdue(one, now()) }));
}
