import { isRefundable, type Order, type OrderLine } from './order.ts';

/**
 * Why an order must not be packed or handed over without a person's decision. `refunded`: nothing is left to send, and
 * a person cannot override this hold.
 */
export const PACKING_HOLDS = ['refunded', 'recalled', 'withdrawn', 'contested', 'address', 'repaid'] as const;
export type PackingHold = (typeof PACKING_HOLDS)[number];

/** The data that the packing rule needs besides the order itself. */
interface Facts {
  /** The lines in the parcels that are here, with the units that are not refunded. */
  lines: OrderLine[];
  /** A parcel has not left the shop. */
  isHere: boolean;
  /** The buyer has withdrawn, and the case is open. */
  isWithdrawn: boolean;
  /** Ids of the recalled products. */
  recalled: ReadonlySet<number>;
  /** A dispute or chargeback is undecided. */
  isContested: boolean;
  /** The buyer asked for another address, and nobody has answered. */
  isAddressAsked: boolean;
  /** A replacement has units whose price was paid back after it was arranged. */
  isRepaid: boolean;
}

/** The single rule for what may be packed; all lists, pages and commands about parcels use it. */
export function packingHolds(
  order: Pick<Order, 'payment'>,
  { lines, isHere, isWithdrawn, recalled, isContested, isAddressAsked, isRepaid }: Facts,
): PackingHold[] {
  const mayLeave = isRefundable(order) && isHere;
  const holds: Record<PackingHold, boolean> = {
    refunded: mayLeave && lines.length === 0,
    recalled: mayLeave && lines.some(({ productId }) => recalled.has(productId)),
    withdrawn: isWithdrawn,
    contested: mayLeave && isContested,
    address: mayLeave && isAddressAsked,
    repaid: mayLeave && isRepaid,
  };
  return PACKING_HOLDS.filter((hold) => holds[hold]);
}

/** The holds that still forbid sending an order. `despite`: the holds that a person has overridden. */
export const holdsLeft = (holds: readonly PackingHold[], despite: readonly string[]): PackingHold[] =>
  holds.filter((hold) => hold === 'refunded' || !despite.includes(hold));

/** Acts on many orders name them in a URL, which proxies limit to 8 KiB. */
export const MOST_ORDERS = 200;
