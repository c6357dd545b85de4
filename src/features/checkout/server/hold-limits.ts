import type { Writer } from '#src/server/db/database.ts';
import { holdEnd } from './hold.ts';
import { findUnpaidHolds } from './hold.repository.ts';

/** Units that one client may hold unpaid, of all products together. */
const CLIENT_UNITS = 20;
/** Units of one product that one network may hold unpaid, however few there are. */
const NETWORK_UNITS = 10;
/** One network may hold one part in so many of a product's stock. */
const NETWORK_SHARE = 3;

export interface TooMuchHeld {
  kind: 'too_many_unpaid';
  /** Of which too much is held. */
  products: number[];
  /** ISO time when it is worth another try. */
  until: string;
}

interface Line {
  product: { id: number };
  quantity: number;
}

/**
 * Whether a checkout holds its units until it is paid. A client has one open checkout, so its lines are all that the client
 * holds. A larger one takes its units when its payment is approved, as a checkout does whose hold has ended.
 */
export const isHeldUnpaid = (lines: readonly Pick<Line, 'quantity'>[]): boolean =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0) <= CLIENT_UNITS;

/**
 * The refusal of a checkout, stored and holding its units already, with which its network holds more of a product than
 * the larger of 10 units and a third of the stock, rounded down. The stock is what can be bought plus what all open
 * checkouts hold unpaid, this one included. Call it at the end of the transaction that took the units: whoever else wants
 * the same product waits for that to end, so that no two of them count what the other is about to hold as free.
 */
export async function findHostage(tx: Writer, network: string, lines: readonly Line[], now: Date): Promise<TooMuchHeld | undefined> {
  const productIds = lines.map(({ product }) => product.id);
  const excess = (await findUnpaidHolds(tx, productIds, network)).filter(
    ({ stock, ofNetwork }) => ofNetwork > Math.max(NETWORK_UNITS, Math.floor(stock / NETWORK_SHARE)),
  );
  if (excess.length === 0) return undefined;
  const until = excess.map(({ firstEnd }) => firstEnd ?? holdEnd(now)).toSorted();
  return { kind: 'too_many_unpaid', products: excess.map(({ productId }) => productId), until: until.at(-1)! };
}
