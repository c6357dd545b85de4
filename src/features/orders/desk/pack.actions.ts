import type { Context } from '#src/server/context.ts';
import { findProductEans } from '#src/features/catalogue/server/stock.repository.ts';
import { isReady, loadParcels, type Packing } from '../server/packing.loader.ts';
import type { OrderLine } from '../order.ts';

/** The oldest parcel in this state that is not on hold. */
export const nextParcel = async (
  { db }: Context,
  delivery: 'in_separation' | 'not_with_carrier',
): Promise<Packing | undefined> => (await loadParcels(db.read, delivery)).find(isReady);

/** The EAN of each line's product, for the scanner; '' when unknown. */
export const loadEans = ({ db }: Context, lines: OrderLine[]): Promise<Map<number, string>> =>
  findProductEans(
    db.read,
    lines.map(({ productId }) => productId),
  );
