import type { Writer } from '#src/server/db/database.ts';
import { plannedUnits } from './parcel-lines.ts';
import type { ParcelPacking } from './packing.loader.ts';
import { insertParcel, saveUnits } from './parcel.repository.ts';

/** Units by code. */
export type Units = ReadonlyMap<string, number>;

export type UnitsRefusal =
  /** Nothing at all is to be packed. */
  | { kind: 'no_units' }
  /** `most`: the units that the parcel has; 0 for a product that is not in it. */
  | { kind: 'too_many_units'; code: string; most: number };

/** Why these units of a parcel cannot be packed alone. */
export function unitsRefusal(units: Units, { lines }: Pick<ParcelPacking, 'lines'>): UnitsRefusal | undefined {
  for (const [code, count] of units) {
    const most = lines.find((line) => line.code === code)?.quantity ?? 0;
    if (count > most || count < 0 || !Number.isSafeInteger(count)) return { kind: 'too_many_units', code, most };
  }
  return [...units.values()].some((count) => count > 0) ? undefined : { kind: 'no_units' };
}

/**
 * Leaves only these units in a parcel. The others become a parcel of their own, which is still to be packed. Refunded
 * units go with the others, because the parcel that is packed last loses them.
 */
export async function splitParcel(
  tx: Writer,
  { order, lines, parcel, parcels }: ParcelPacking,
  units: Units,
  at: string,
): Promise<void> {
  if (lines.every(({ code, quantity }) => units.get(code) === quantity)) return;
  const rest = new Map(
    order.lines.map((line) => [line.code, plannedUnits(parcel, line) - (units.get(line.code) ?? 0)]),
  );
  await saveUnits(tx, order.id, parcel.number, units);
  const number = Math.max(...parcels.map((one) => one.parcel.number)) + 1;
  const { reason = null, reasonText } = parcel;
  await insertParcel(
    tx,
    { order_id: order.id, number, created_at: parcel.createdAt ?? at, reason, reason_text: reasonText || null },
    rest,
  );
}
