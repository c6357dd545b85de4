import { isGiftVoucher } from './gift-voucher/gift-voucher.ts';
import { isRefundable, type DeliveryStatus, type Order, type OrderLine, type OrderStatus } from './order.ts';
import type { Lot, ParcelLabel } from './shipment.ts';

/** Why the shop sends something again. */
export const RESEND_REASONS = ['lost', 'damaged', 'wrong_item', 'other'] as const;
export type ResendReason = (typeof RESEND_REASONS)[number];

/** A parcel of an order. Times are ISO-8601. */
export interface Parcel extends ParcelLabel {
  /** 1 is the order's first parcel. */
  number: number;
  state: DeliveryStatus;
  /** undefined: the parcel is not a replacement. */
  reason: ResendReason | undefined;
  reasonText: string;
  /** Units by code, refunded ones included; undefined: all lines of the order. */
  units: ReadonlyMap<string, number> | undefined;
  /** When a further parcel came into being. */
  createdAt: string | null;
  packedAt: string | null;
  handedOverAt: string | null;
  deliveredAt: string | null;
  lots: Lot[];
}

/** A parcel among those of many orders: an order's number, and "-2" for its second parcel. */
export const parcelName = ({ orderNumber }: Pick<Order, 'orderNumber'>, parcel: number): string =>
  parcel > 1 ? `${orderNumber}-${parcel}` : orderNumber;

/** The order's number and the parcel in such a name. */
export function readParcelName(name: string): { number: string; parcel: number } {
  const [, number = name, parcel = '1'] = /^([^-]+-[^-]+)-(\d{1,4})$/.exec(name) ?? [];
  return { number, parcel: Number(parcel) };
}

export const isReplacement = ({ reason }: Pick<Parcel, 'reason'>): boolean => reason !== undefined;

/** Whether a parcel has not left the shop. */
export const isParcelHere = ({ state }: Pick<Parcel, 'state'>): boolean =>
  state === 'in_separation' || state === 'not_with_carrier';

/**
 * Whether a parcel's last step can be undone. A replacement that has not left is taken back even after all money was
 * refunded: nobody sends it any more, but it still has its units.
 */
export const canUndoParcel = (
  order: Pick<Order, 'payment' | 'deliveryMethod'>,
  parcel: Pick<Parcel, 'state' | 'reason'>,
): boolean =>
  isReplacement(parcel)
    ? isRefundable(order) || isParcelHere(parcel)
    : isRefundable(order) && parcel.state !== 'in_separation' && !isGiftVoucher(order);

/** "2 of 3" among the parcels with the order's units; undefined for a replacement, or if there is only one. */
export function placeOf(
  { number, reason }: Pick<Parcel, 'number' | 'reason'>,
  parcels: readonly Pick<Parcel, 'number' | 'reason'>[],
): { place: number; of: number } | undefined {
  const parts = parcels.filter((one) => !isReplacement(one));
  if (reason !== undefined || parts.length < 2) return undefined;
  return { place: parts.findIndex((one) => one.number === number) + 1, of: parts.length };
}

/**
 * Whether the buyer lacks ordered goods until this parcel arrives. A replacement of damaged goods repairs a
 * delivery that has happened, so it reopens neither the delivery nor the period of § 355 BGB.
 */
export const isOwed = ({ reason }: Pick<Parcel, 'reason'>): boolean =>
  reason === undefined || reason === 'lost' || reason === 'wrong_item';

/**
 * A parcel on its way counts as lost once a later parcel replaces goods of it that never arrived. While another part of
 * the order is on its way with the same product, and fewer units were replaced, nobody knows which one is lost.
 */
export function isTakenAsLost(parcel: Parcel, parcels: readonly Parcel[]): boolean {
  if (parcel.state !== 'with_carrier') return false;
  const replacements = parcels.filter(({ reason, number }) => reason === 'lost' && number > parcel.number);
  const parts = parcels.filter((one) => one.state === 'with_carrier' && !isReplacement(one));
  const hasCode = ({ units }: Parcel, code: string) => units === undefined || (units.get(code) ?? 0) > 0;
  const unitsOf = (some: readonly Parcel[], code: string) =>
    some.reduce((sum, { units }) => sum + (units?.get(code) ?? 0), 0);
  return replacements
    .flatMap(({ units }) => [...(units?.keys() ?? [])])
    .some((code) => {
      if (!hasCode(parcel, code)) return false;
      const isOneOfMany = parts.includes(parcel) && parts.some((one) => one !== parcel && hasCode(one, code));
      return !isOneOfMany || unitsOf(parts, code) <= unitsOf(replacements, code);
    });
}

/**
 * An order's state, from those of its parcels that have anything to send: delivered when all are, with the carrier once
 * the first has left, and packed once the first is packed.
 */
export function deliveryOf(parcels: readonly Parcel[]): DeliveryStatus {
  const owed = parcels.filter((parcel) => isOwed(parcel) && !isTakenAsLost(parcel, parcels));
  if (owed.length > 0 && owed.every(({ state }) => state === 'delivered')) return 'delivered';
  const parts = parcels.filter((parcel) => !isReplacement(parcel));
  if (parts.some((parcel) => !isParcelHere(parcel))) return 'with_carrier';
  return parts.some(({ state }) => state === 'not_with_carrier') ? 'not_with_carrier' : 'in_separation';
}

type Sent = readonly { parcel: Parcel; lines: readonly OrderLine[] }[];

/** The parcels that have anything to send, and whose goods no later parcel replaces. */
function parcelsInUse(sent: Sent): Parcel[] {
  const all = sent.map(({ parcel }) => parcel);
  return sent
    .filter(({ parcel, lines }) => lines.length > 0 && !isTakenAsLost(parcel, all))
    .map(({ parcel }) => parcel);
}

/** An order's state for people: while nothing is on its way, that of the goods that are still to be sent. */
export function shownStatus(status: OrderStatus, sent: Sent): OrderStatus {
  if (status !== 'with_carrier') return status;
  const open = parcelsInUse(sent).filter((parcel) => isOwed(parcel) && parcel.state !== 'delivered');
  if (open.length === 0 || !open.every(isParcelHere)) return status;
  return open.some(({ state }) => state === 'not_with_carrier') ? 'not_with_carrier' : 'in_separation';
}

type Parts = 'parts_here' | 'parts_ready' | 'part_left' | 'part_delivered' | 'parts_left' | 'parts_delivered';

/** What the buyer's page says next: the order's status, unless it has several parcels or waits for a replacement. */
export function nextStepOf(
  status: OrderStatus,
  parcels: Sent,
): OrderStatus | Parts | 'replacement' | 'replacement_left' {
  if (status === 'payment_pending' || status === 'refunded' || status === 'cancelled') return status;
  const inUse = parcelsInUse(parcels);
  if (inUse.some((parcel) => isReplacement(parcel) && isParcelHere(parcel))) return 'replacement';
  const parts = inUse.filter((parcel) => !isReplacement(parcel));
  const isLeft = ({ state }: Parcel) => state === 'with_carrier';
  if (parts.every(({ state }) => state === 'delivered') && inUse.some(isLeft)) return 'replacement_left';
  if (parts.length < 2) return status;
  if (status === 'delivered') return 'parts_delivered';
  const here = parts.filter(isParcelHere).length;
  if (here === parts.length)
    return parts.every(({ state }) => state === 'not_with_carrier') ? 'parts_ready' : 'parts_here';
  if (here > 0) return 'part_left';
  return parts.some(({ state }) => state === 'delivered') ? 'part_delivered' : 'parts_left';
}
