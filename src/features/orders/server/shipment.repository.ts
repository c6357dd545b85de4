import type { Updateable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { Lot, Shipment } from '../shipment.ts';

/** Stores a packed parcel; a known parcel stays unchanged. */
export async function insertShipment(tx: Writer, orderId: string, packedAt: string): Promise<void> {
  await tx
    .insertInto('shipments')
    .values({
      order_id: orderId,
      carrier: null,
      tracking_number: null,
      packed_at: packedAt,
      handed_over_at: null,
      delivered_at: null,
    })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();
}

export async function insertLots(tx: Writer, orderId: string, lots: Lot[]): Promise<void> {
  for (const { code, lot } of lots)
    await tx
      .insertInto('shipment_lots')
      .values({ order_id: orderId, cod_catalog: code, lot })
      .onConflict((conflict) => conflict.columns(['order_id', 'cod_catalog', 'lot']).doNothing())
      .execute();
}

export async function updateShipment(
  tx: Writer,
  orderId: string,
  values: Updateable<Tables['shipments']>,
): Promise<void> {
  await tx.updateTable('shipments').set(values).where('order_id', '=', orderId).execute();
}

/** Ids of the orders whose parcels were handed over with this number since a time. */
export async function findOrdersOfParcel(db: Reader, trackingNumber: string, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('shipments')
    .select('order_id')
    .where('tracking_number', '=', trackingNumber)
    .where('handed_over_at', '>=', since)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

/** Databases limit the number of values in one statement. */
const MOST_IDS = 500;

/** Carrier and number of the orders' parcels, by order. */
export async function findParcels(
  db: Reader,
  orderIds: string[],
): Promise<Map<string, Pick<Shipment, 'carrier' | 'trackingNumber'>>> {
  const parcels = new Map<string, Pick<Shipment, 'carrier' | 'trackingNumber'>>();
  for (let at = 0; at < orderIds.length; at += MOST_IDS) {
    const ids = orderIds.slice(at, at + MOST_IDS);
    const rows = await db
      .selectFrom('shipments')
      .select(['order_id', 'carrier', 'tracking_number'])
      .where('order_id', 'in', ids)
      .execute();
    for (const row of rows) parcels.set(row.order_id, { carrier: row.carrier, trackingNumber: row.tracking_number });
  }
  return parcels;
}

export async function deleteShipment(tx: Writer, orderId: string): Promise<void> {
  await tx.deleteFrom('shipment_lots').where('order_id', '=', orderId).execute();
  await tx.deleteFrom('shipments').where('order_id', '=', orderId).execute();
}

export async function findShipment(db: Reader, orderId: string): Promise<Shipment | undefined> {
  const row = await db.selectFrom('shipments').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  if (!row) return undefined;
  const lots = await db
    .selectFrom('shipment_lots')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('cod_catalog')
    .orderBy('lot')
    .execute();
  return {
    carrier: row.carrier,
    trackingNumber: row.tracking_number,
    packedAt: row.packed_at,
    handedOverAt: row.handed_over_at,
    deliveredAt: row.delivered_at,
    lots: lots.map(({ cod_catalog: code, lot }) => ({ code, lot })),
  };
}
