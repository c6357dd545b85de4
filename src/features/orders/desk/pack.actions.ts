import type { Context } from '#src/server/context.ts';
import { findPackedProducts, type PackedProduct } from '#src/features/catalogue/server/packed-products.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { berlinMidnight, germanDay } from '#src/shared/german-day.ts';
import { countPackedSince } from '../server/order-counts.repository.ts';
import { countReadyToPack, isReady, loadParcels, type ParcelPacking } from '../server/packing.loader.ts';
import { isCollected } from '../collection.ts';
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

/** Which parcel of the day this is: those packed today, and all that wait. */
export async function loadPackingProgress({ db, now }: Context): Promise<{ done: number; of: number }> {
  const today = berlinMidnight(germanDay(now().toISOString()))!;
  const packed = await countPackedSince(db.read, today);
  const ready = await countReadyToPack(db.read);
  return { done: packed + 1, of: packed + Math.max(1, ready) };
}
