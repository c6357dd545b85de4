import { isRefundable, isStillHere, type Order, type OrderLine } from './order.ts';

/**
 * Why an order must not be packed or handed over without a person's decision. `refunded`: nothing is left to send, and nobody may
 * decide otherwise.
 */
export const PACKING_HOLDS = ['refunded', 'recalled', 'withdrawn', 'contested'] as const;
export type PackingHold = (typeof PACKING_HOLDS)[number];

/** What the rule for packing knows about an order, besides the order itself. */
interface Facts {
  /** The lines with the units that are not refunded. */
  lines: OrderLine[];
  /** The buyer has withdrawn, and the shop has not settled it. */
  isWithdrawn: boolean;
  /** Ids of the products that a recall forbids to sell. */
  recalled: ReadonlySet<number>;
  /** A dispute or chargeback waits for a decision. */
  isContested: boolean;
}

/** The one rule that decides what may be packed; every list, page and command about parcels follows it. */
export function packingHolds(
  order: Pick<Order, 'payment' | 'delivery'>,
  { lines, isWithdrawn, recalled, isContested }: Facts,
): PackingHold[] {
  const mayLeave = isRefundable(order) && isStillHere(order);
  const holds: Record<PackingHold, boolean> = {
    refunded: mayLeave && lines.length === 0,
    recalled: mayLeave && lines.some(({ productId }) => recalled.has(productId)),
    withdrawn: isWithdrawn,
    contested: mayLeave && isContested,
  };
  return PACKING_HOLDS.filter((hold) => holds[hold]);
}

/** The holds that forbid to send an order although a person has decided about those in `despite`. */
export const holdsLeft = (holds: readonly PackingHold[], despite: readonly string[]): PackingHold[] =>
  holds.filter((hold) => hold === 'refunded' || !despite.includes(hold));
