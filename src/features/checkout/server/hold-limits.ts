import type { Writer } from '#src/server/db/database.ts';
import { holdEnd } from './hold.ts';
import { findUnpaidHolds } from './hold.repository.ts';

/** Most units that one client may hold unpaid, all products together. */
export const CLIENT_UNITS = 20;
/** Units of one product that one network may always hold unpaid, however small the stock is. */
const NETWORK_UNITS = 10;
/** One network may hold this fraction of a product's stock: 1/3. */
const NETWORK_SHARE = 3;

export interface TooMuchHeld {
  kind: 'too_many_unpaid';
  /** Products of which the network holds too much. */
  products: number[];
  /** ISO time of the next useful attempt. */
  until: string;
}

interface Line {
  product: { id: number };
  quantity: number;
}

/**
 * Whether a checkout holds its units before payment. A client has one open checkout, so its lines are all that the
 * client holds. A larger checkout takes its units when the payment is approved.
 */
export const isHeldUnpaid = (lines: readonly Pick<Line, 'quantity'>[]): boolean =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0) <= CLIENT_UNITS;

/** A set may contain more units of a product than a line of the cart. */
const unitsIn = (lines: readonly Line[], productId: number): number =>
  lines.reduce((sum, { product, quantity }) => sum + (product.id === productId ? quantity : 0), 0);

/**
 * Refuses a stored checkout when its network now holds more of a product than the larger of 10 units and a third of the
 * stock, rounded down. The stock is the available quantity plus all unpaid holds, including this one. Call it at the
 * end of the transaction that took the units: the locked product rows make concurrent checkouts wait, so none is
 * overlooked.
 */
export async function findExcessiveHolds(
  tx: Writer,
  network: string,
  lines: readonly Line[],
  now: Date,
): Promise<TooMuchHeld | undefined> {
  const productIds = lines.map(({ product }) => product.id);
  const excess = (await findUnpaidHolds(tx, productIds, network)).filter(
    ({ productId, stock, ofNetwork }) =>
      ofNetwork > Math.max(NETWORK_UNITS, Math.floor(stock / NETWORK_SHARE), unitsIn(lines, productId)),
  );
  if (excess.length === 0) return undefined;
  const until = excess.map(({ firstEnd }) => firstEnd ?? holdEnd(now)).toSorted();
  return { kind: 'too_many_unpaid', products: excess.map(({ productId }) => productId), until: until.at(-1)! };
}
