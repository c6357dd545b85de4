import type { Order, OrderLine } from '../order.ts';
import { isParcelHere, isReplacement, type Parcel } from '../parcel.ts';
import { unsentUnits, type Refund } from './unsent-units.ts';

/** What one parcel brings. */
export interface ParcelLines {
  parcel: Parcel;
  /** The lines with the units that are to be sent, or that were sent. */
  lines: OrderLine[];
  /** Units by code that were refunded before the parcel left, so that it does not bring them. */
  refunded: Map<string, number>;
  /** Those of them that were refunded after it was packed: the packer may have left them inside. */
  perhapsSent: Map<string, number>;
}

/** Units of a line in a parcel, refunded ones included. */
export const plannedUnits = ({ units }: Pick<Parcel, 'units'>, { code, quantity }: OrderLine): number =>
  units ? (units.get(code) ?? 0) : quantity;

/** The order's lines with the units that these parcels bring. */
export const mergeLines = ({ lines }: Pick<Order, 'lines'>, parcels: readonly Pick<ParcelLines, 'lines'>[]) =>
  lines
    .map((line) => {
      const same = parcels.flatMap((one) => one.lines.filter(({ code }) => code === line.code));
      return { ...line, quantity: same.reduce((sum, { quantity }) => sum + quantity, 0) };
    })
    .filter(({ quantity }) => quantity > 0);

/** When a parcel left; null: it is here; '': it was handed over before the shop stored parcels. */
const leftAt = (parcel: Parcel): string | null => parcel.handedOverAt ?? (isParcelHere(parcel) ? null : '');

/** Parcels in the order in which they leave, or will. */
function byDeparture(one: Parcel, other: Parcel): number {
  const [left, leftToo] = [leftAt(one), leftAt(other)];
  if (left !== leftToo) return left === null ? 1 : leftToo === null ? -1 : left < leftToo ? -1 : 1;
  const isPacked = ({ packedAt }: Parcel) => Number(packedAt !== null);
  return isPacked(other) - isPacked(one) || one.number - other.number;
}

/**
 * The contents of each parcel. A refund takes units out of the parcels that have not left, from the last one first:
 * only after these does it concern units that the buyer has. Replacements keep their units.
 */
export function linesOfParcels(
  order: Pick<Order, 'lines' | 'total'>,
  refunds: Refund[],
  parcels: readonly Parcel[],
): ParcelLines[] {
  const parts = parcels.filter((parcel) => !isReplacement(parcel)).toSorted(byDeparture);
  /** Units of the line that this parcel lost by refunds before a time. */
  const lost = (line: OrderLine, index: number, until: string | null): number => {
    const refunded = unsentUnits(order, refunds, until).get(line.code) ?? 0;
    const earlier = parts.slice(0, index).reduce((sum, part, at) => sum + lost(line, at, leftAt(part)), 0);
    const later = parts.slice(index + 1).reduce((sum, part) => sum + plannedUnits(part, line), 0);
    return Math.min(plannedUnits(parts[index]!, line), Math.max(0, refunded - earlier - later));
  };
  return parcels.map((parcel) => {
    const index = parts.indexOf(parcel);
    const until = leftAt(parcel);
    const refunded = new Map<string, number>();
    const perhapsSent = new Map<string, number>();
    const lines = order.lines.map((line) => {
      const units = index < 0 ? 0 : lost(line, index, until);
      if (units > 0) refunded.set(line.code, units);
      const hasLeft = parcel.handedOverAt !== null && parcel.packedAt !== null;
      const late = index < 0 || !hasLeft ? 0 : units - lost(line, index, parcel.packedAt);
      if (late > 0) perhapsSent.set(line.code, late);
      return { ...line, quantity: plannedUnits(parcel, line) - units };
    });
    return { parcel, lines: lines.filter(({ quantity }) => quantity > 0), refunded, perhapsSent };
  });
}
