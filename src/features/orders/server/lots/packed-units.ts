/** Units of known lots in packed parcels. */
import type { Reader } from '#src/server/db/database.ts';

export interface PackedUnits {
  orderId: string;
  checkoutId: string;
  lotId: number;
  units: number;
}

type Of = { orderId: string } | { lotIds: readonly number[] };

/** By order and lot, without what came back after its parcel had left. */
export async function findPackedUnits(db: Reader, of: Of): Promise<PackedUnits[]> {
  if ('lotIds' in of && of.lotIds.length === 0) return [];
  const packed = await db
    .selectFrom('parcel_lots as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .leftJoin('shipments as s', (join) => join.onRef('s.order_id', '=', 'l.order_id').on('l.number', '=', 1))
    .leftJoin('further_parcels as f', (join) =>
      join.onRef('f.order_id', '=', 'l.order_id').onRef('f.number', '=', 'l.number'),
    )
    .select(['o.id as orderId', 'o.checkout_id as checkoutId', 'l.lot_id as lotId'])
    .select((row) => [
      row.fn.sum<number | string>('l.units').as('units'),
      row.fn.min(row.fn.coalesce('s.handed_over_at', 'f.handed_over_at')).as('leftAt'),
    ])
    .where('l.lot_id', 'is not', null)
    .$if('orderId' in of, (query) => query.where('o.id', '=', (of as { orderId: string }).orderId))
    .$if('lotIds' in of, (query) => query.where('l.lot_id', 'in', (of as { lotIds: number[] }).lotIds))
    .groupBy(['o.id', 'o.checkout_id', 'l.lot_id'])
    .execute();
  if (packed.length === 0) return [];
  const returns = await db
    .selectFrom('stock_movements')
    .select(['checkout_id as checkoutId', 'lot_id as lotId', 'at', 'units'])
    .where('lot_id', 'in', [...new Set(packed.map(({ lotId }) => lotId!))])
    .where('checkout_id', 'in', [...new Set(packed.map(({ checkoutId }) => checkoutId))])
    .where('reason', 'in', ['returned', 'return_undone'])
    .execute();
  return packed.map(({ orderId, checkoutId, lotId, units, leftAt }) => {
    const back = returns
      .filter((move) => move.checkoutId === checkoutId && move.lotId === lotId && leftAt !== null && move.at > leftAt)
      .reduce((sum, move) => sum + move.units, 0);
    return { orderId, checkoutId, lotId: lotId!, units: Math.max(0, Number(units) - back) };
  });
}
