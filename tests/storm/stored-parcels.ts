import type { Reader } from '#src/server/db/database.ts';

export interface StoredParcel {
  /** 1 is the order's first parcel. */
  number: number;
  isReplacement: boolean;
  /** By code; undefined: all that was ordered. */
  units: Map<string, number> | undefined;
  trackingNumber: string | null;
  isPacked: boolean;
  hasLeft: boolean;
  isDelivered: boolean;
}

/** Reads all parcels; returns a function that finds those of one order. */
export async function readParcels(read: Reader): Promise<(orderId: string) => StoredParcel[]> {
  const first = await read.selectFrom('shipments').selectAll().execute();
  const further = await read.selectFrom('further_parcels').selectAll().orderBy('number').execute();
  const units = await read.selectFrom('parcel_units').selectAll().execute();
  const firstOf = new Map(first.map((row) => [row.order_id, row]));
  const furtherOf = Map.groupBy(further, (row) => row.order_id);
  const unitsOf = Map.groupBy(units, (row) => `${row.order_id} ${row.number}`);
  return (orderId) =>
    [
      { number: 1, reason: null, tracking_number: null, ...firstOf.get(orderId) },
      ...(furtherOf.get(orderId) ?? []),
    ].map((row) => {
      const own = unitsOf.get(`${orderId} ${row.number}`) ?? (row.number > 1 ? [] : undefined);
      return {
        number: row.number,
        isReplacement: row.reason !== null,
        units: own && new Map(own.map((one) => [one.cod_catalog, one.units])),
        trackingNumber: row.tracking_number,
        isPacked: Boolean(row.packed_at),
        hasLeft: Boolean(row.handed_over_at),
        isDelivered: Boolean(row.delivered_at),
      };
    });
}

/** Units of a product in the order's own parcels, or in replacements; refunded ones included. */
export const unitsIn = (parcels: StoredParcel[], code: string, which: 'parts' | 'replacements', whole = 0): number =>
  parcels
    .filter(({ isReplacement }) => isReplacement === (which === 'replacements'))
    .reduce((sum, { units }) => sum + (units ? (units.get(code) ?? 0) : whole), 0);
