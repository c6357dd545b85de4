/**
 * The parcels of orders. The first one is in `shipments`, in the form that the version before knows; further ones are
 * rows of their own.
 */
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { DeliveryStatus, Order } from '../order.ts';
import type { Parcel } from '../parcel.ts';
import type { Lot } from '../shipment.ts';

/** Databases limit the number of values in one statement. */
const MOST_IDS = 500;

type Of = Pick<Order, 'id' | 'delivery'>;

/** The parcels of each order by its id, the first one first. An order that nobody packed has one to be packed. */
export async function findParcels(db: Reader, orders: readonly Of[]): Promise<Map<string, Parcel[]>> {
  const parcels = new Map<string, Parcel[]>();
  for (let at = 0; at < orders.length; at += MOST_IDS)
    for (const [id, own] of await findSome(db, orders.slice(at, at + MOST_IDS))) parcels.set(id, own);
  return parcels;
}

export const findParcelsOf = async (db: Reader, order: Of): Promise<Parcel[]> =>
  (await findParcels(db, [order])).get(order.id)!;

async function findSome(db: Reader, orders: readonly Of[]): Promise<Map<string, Parcel[]>> {
  const ids = orders.map(({ id }) => id);
  const byOrder = <T extends { order_id: string }>(rows: T[]) => Map.groupBy(rows, (row) => row.order_id);
  const first = byOrder(await db.selectFrom('shipments').selectAll().where('order_id', 'in', ids).execute());
  const further = byOrder(await db.selectFrom('further_parcels').selectAll().where('order_id', 'in', ids).execute());
  const lots = byOrder(await db.selectFrom('shipment_lots').selectAll().where('order_id', 'in', ids).execute());
  const placedLots = byOrder(await db.selectFrom('parcel_lots').selectAll().where('order_id', 'in', ids).execute());
  const units = byOrder(await db.selectFrom('parcel_units').selectAll().where('order_id', 'in', ids).execute());
  return new Map(
    orders.map((order) => {
      const placed = placedLots.get(order.id) ?? [];
      const later = (further.get(order.id) ?? []).toSorted((one, other) => one.number - other.number);
      const lotsOf = (number: number) => sortedLots(placed.filter((row) => row.number === number));
      const unitsOf = (number: number) => {
        const own = (units.get(order.id) ?? []).filter((row) => row.number === number);
        return own.length > 0 ? new Map(own.map((row) => [row.cod_catalog, row.units])) : undefined;
      };
      const isOnlyLater = ({ cod_catalog: code, lot }: { cod_catalog: string; lot: string }) => {
        const at = placed.filter((row) => row.cod_catalog === code && row.lot === lot);
        return at.length > 0 && at.every(({ number }) => number > 1);
      };
      const one = firstParcel(order, first.get(order.id)?.[0], unitsOf(1));
      one.lots = sortedLots((lots.get(order.id) ?? []).filter((row) => !isOnlyLater(row)));
      return [
        order.id,
        [one, ...later.map((row) => toParcel(row, { units: unitsOf(row.number), lots: lotsOf(row.number) }))],
      ];
    }),
  );
}

const sortedLots = (rows: { cod_catalog: string; lot: string }[]): Lot[] =>
  rows
    .map(({ cod_catalog: code, lot }) => ({ code, lot }))
    .toSorted((one, other) => one.code.localeCompare(other.code) || one.lot.localeCompare(other.lot));

function firstParcel(order: Of, row: Selectable<Tables['shipments']> | undefined, units: Parcel['units']): Parcel {
  return {
    number: 1,
    reason: undefined,
    reasonText: '',
    createdAt: null,
    units,
    // Orders that were handed over before the shop stored parcels have no row.
    state: row ? stateOf(row) : units ? 'in_separation' : order.delivery,
    carrier: row?.carrier ?? null,
    trackingNumber: row?.tracking_number ?? null,
    packedAt: row?.packed_at ?? null,
    handedOverAt: row?.handed_over_at ?? null,
    deliveredAt: row?.delivered_at ?? null,
    lots: [],
  };
}

type Times = { packed_at: string | null; handed_over_at: string | null; delivered_at: string | null };

function stateOf({ packed_at, handed_over_at, delivered_at }: Times): DeliveryStatus {
  if (delivered_at) return 'delivered';
  if (handed_over_at) return 'with_carrier';
  return packed_at ? 'not_with_carrier' : 'in_separation';
}

const toParcel = (
  row: Selectable<Tables['further_parcels']>,
  { units = new Map(), lots }: { units: Parcel['units']; lots: Lot[] },
): Parcel => ({
  number: row.number,
  reason: row.reason ?? undefined,
  reasonText: row.reason_text ?? '',
  createdAt: row.created_at,
  units,
  state: stateOf(row),
  carrier: row.carrier,
  trackingNumber: row.tracking_number,
  packedAt: row.packed_at,
  handedOverAt: row.handed_over_at,
  deliveredAt: row.delivered_at,
  lots,
});

/** Stores that a parcel is packed. A known first parcel stays unchanged. */
export async function savePacked(tx: Writer, orderId: string, number: number, packedAt: string): Promise<void> {
  if (number > 1) return updateParcel(tx, orderId, number, { packed_at: packedAt });
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

export async function updateParcel(
  tx: Writer,
  orderId: string,
  number: number,
  values: Omit<Updateable<Tables['further_parcels']>, 'order_id' | 'number' | 'packed_at'> & { packed_at?: string },
): Promise<void> {
  if (number === 1) await tx.updateTable('shipments').set(values).where('order_id', '=', orderId).execute();
  else
    await tx
      .updateTable('further_parcels')
      .set(values)
      .where('order_id', '=', orderId)
      .where('number', '=', number)
      .execute();
}

export async function insertLots(tx: Writer, orderId: string, number: number, lots: Lot[]): Promise<void> {
  const hasFirst = await tx
    .selectFrom('shipments')
    .select('order_id')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  for (const { code, lot, lotId = null, units = null } of lots) {
    // Rows for the version before need the first parcel.
    if (hasFirst)
      await tx
        .insertInto('shipment_lots')
        .values({ order_id: orderId, cod_catalog: code, lot })
        .onConflict((conflict) => conflict.columns(['order_id', 'cod_catalog', 'lot']).doNothing())
        .execute();
    await tx
      .insertInto('parcel_lots')
      .values({ order_id: orderId, number, cod_catalog: code, lot, lot_id: lotId, units })
      .onConflict((conflict) => conflict.columns(['order_id', 'number', 'cod_catalog', 'lot']).doNothing())
      .execute();
  }
}

/** Stores a parcel to be packed. */
export async function insertParcel(
  tx: Writer,
  row: Pick<Insertable<Tables['further_parcels']>, 'order_id' | 'number' | 'created_at'> &
    Partial<Insertable<Tables['further_parcels']>>,
  units: ReadonlyMap<string, number>,
): Promise<void> {
  await placeLots(tx, row.order_id);
  await tx.insertInto('further_parcels').values(row).execute();
  await saveUnits(tx, row.order_id, row.number, units);
}

/** Lots that the version before recorded are in the first parcel. */
async function placeLots(tx: Writer, orderId: string): Promise<void> {
  const placed = await tx.selectFrom('parcel_lots').selectAll().where('order_id', '=', orderId).execute();
  const lots = await tx.selectFrom('shipment_lots').selectAll().where('order_id', '=', orderId).execute();
  for (const { cod_catalog, lot } of lots)
    if (!placed.some((row) => row.cod_catalog === cod_catalog && row.lot === lot))
      await tx.insertInto('parcel_lots').values({ order_id: orderId, number: 1, cod_catalog, lot }).execute();
}

/** `units` undefined: all lines of the order. */
export async function saveUnits(tx: Writer, orderId: string, number: number, units: Parcel['units']): Promise<void> {
  await tx.deleteFrom('parcel_units').where('order_id', '=', orderId).where('number', '=', number).execute();
  for (const [code, count] of units ?? [])
    if (count > 0)
      await tx
        .insertInto('parcel_units')
        .values({ order_id: orderId, number, cod_catalog: code, units: count })
        .execute();
}

/** Makes a packed parcel one that is to be packed, without lots. */
export async function deletePacked(tx: Writer, orderId: string, { number, lots }: Parcel): Promise<void> {
  await tx.deleteFrom('parcel_lots').where('order_id', '=', orderId).where('number', '=', number).execute();
  if (number === 1) {
    await tx.deleteFrom('shipment_lots').where('order_id', '=', orderId).execute();
    await tx.deleteFrom('shipments').where('order_id', '=', orderId).execute();
    return;
  }
  for (const { code, lot } of lots) {
    const others = await tx
      .selectFrom('parcel_lots')
      .select('number')
      .where('order_id', '=', orderId)
      .where('cod_catalog', '=', code)
      .where('lot', '=', lot)
      .executeTakeFirst();
    if (!others)
      await tx
        .deleteFrom('shipment_lots')
        .where('order_id', '=', orderId)
        .where('cod_catalog', '=', code)
        .where('lot', '=', lot)
        .execute();
  }
  await tx
    .updateTable('further_parcels')
    .set({ packed_at: null })
    .where('order_id', '=', orderId)
    .where('number', '=', number)
    .execute();
}

/** Deletes a parcel that nobody packed. */
export async function deleteParcel(tx: Writer, orderId: string, number: number): Promise<void> {
  await saveUnits(tx, orderId, number, undefined);
  await tx.deleteFrom('further_parcels').where('order_id', '=', orderId).where('number', '=', number).execute();
}

/** Ids of the orders whose parcels were handed over with this number since a time. */
export async function findOrdersOfParcel(db: Reader, trackingNumber: string, since: string): Promise<string[]> {
  const ids = new Set<string>();
  for (const table of ['shipments', 'further_parcels'] as const) {
    const rows = await db
      .selectFrom<'shipments' | 'further_parcels'>(table)
      .select('order_id')
      .where('tracking_number', '=', trackingNumber)
      .where('handed_over_at', '>=', since)
      .execute();
    for (const { order_id } of rows) ids.add(order_id);
  }
  return [...ids];
}

/** Ids of the orders for whose parcel a carrier made a label with this number. */
export async function findOrdersUnderLabel(db: Reader, trackingNumber: string): Promise<string[]> {
  const rows = await db
    .selectFrom('parcel_labels')
    .select('order_id')
    .where('tracking_number', '=', trackingNumber)
    .unionAll(
      db
        .selectFrom('label_orders as along')
        .innerJoin('parcel_labels as l', 'l.reference', 'along.reference')
        .select('along.order_id')
        .where('l.tracking_number', '=', trackingNumber),
    )
    .execute();
  return rows.map(({ order_id }) => order_id);
}

/** Ids of the paid orders with further parcels of which one, or the order, is not delivered yet. */
export async function findUnfinishedSplits(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('further_parcels as f')
    .innerJoin('orders as o', 'o.id', 'f.order_id')
    .select('o.id')
    .distinct()
    .where('o.payment_status', 'in', ['paid', 'partially_refunded'])
    .where((row) => row.or([row('o.delivery_status', '!=', 'delivered'), row('f.delivered_at', 'is', null)]))
    .execute();
  return rows.map(({ id }) => id);
}
