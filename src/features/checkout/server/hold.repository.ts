import { sql } from 'kysely';
import type { Reader } from '#src/server/db/database.ts';
import { productCodeOf } from '#src/features/orders/order.ts';
import { isReplacement } from '#src/features/orders/parcel.ts';
import { loadUnfinishedSplits, packingsIn } from '#src/features/orders/server/packing.loader.ts';
import { HELD } from '#src/features/orders/server/checkout.repository.ts';
import { findOrders } from '#src/features/orders/server/order.repository.ts';
import { unsentUnits } from '#src/features/orders/server/unsent-units.ts';

export interface UnpaidHolds {
  productId: number;
  /** Available units plus the units that open checkouts and unpaid orders hold. */
  stock: number;
  /** Units that open checkouts and unpaid orders of the network hold. */
  ofNetwork: number;
  /** When the network's first hold expires; null when none expires, because money may be moving. */
  firstEnd: string | null;
}

const SOLD = sql.lit('sold' as const);

/** Unpaid holds of products; a product without any hold is missing in the result. */
export function findUnpaidHolds(db: Reader, productIds: readonly number[], network: string): Promise<UnpaidHolds[]> {
  const isOfNetwork = sql`${sql.ref('c.network')} = ${network}`;
  return (
    db
      .selectFrom('checkouts as c')
      .innerJoin('checkout_lines as l', 'l.checkout_id', 'c.id')
      .innerJoin('products as p', 'p.id', 'l.product_id')
      .select([
        'p.id as productId',
        sql<number>`p.quantity_available + sum(l.quantity)`.as('stock'),
        sql<number>`sum(case when ${isOfNetwork} then l.quantity else 0 end)`.as('ofNetwork'),
        sql<string | null>`min(case when ${isOfNetwork} then c.hold_expires_at end)`.as('firstEnd'),
      ])
      // A sold checkout names a network only while its order waits for a transfer.
      .where(({ eb, or, and }) =>
        or([eb('c.hold', '=', HELD), and([eb('c.hold', '=', SOLD), eb('c.network', 'is not', null)])]),
      )
      .where('l.product_id', 'in', productIds)
      .groupBy(['p.id', 'p.quantity_available'])
      .execute()
  );
}

/** Units of products that checkouts took since a time (ISO-8601) and that are still held or sold, by code. */
export async function findUnitsTakenSince(
  db: Reader,
  codes: readonly string[],
  since: string,
): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const rows = await db
    .selectFrom('checkouts as c')
    .innerJoin('checkout_lines as l', 'l.checkout_id', 'c.id')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .select((row) => ['p.cod_catalog as code', row.fn.sum<number | string>('l.quantity').as('units')])
    .where('c.created_at', '>=', since)
    .where('c.hold', 'in', ['held', 'sold'])
    .where('p.cod_catalog', 'in', codes)
    .groupBy('p.cod_catalog')
    .execute();
  return unitsByCode(rows);
}

/** Held or sold units that are still in the warehouse, by code: in open checkouts, unpacked orders and parcels. */
export async function findReservedUnits(db: Reader, codes: readonly string[]): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const lines = db
    .selectFrom('checkouts as c')
    .innerJoin('checkout_lines as l', 'l.checkout_id', 'c.id')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .select((row) => ['p.cod_catalog as code', row.fn.sum<number | string>('l.quantity').as('units')])
    .where('p.cod_catalog', 'in', codes)
    .groupBy('p.cod_catalog');
  const held = unitsByCode(await lines.where('c.hold', '=', HELD).execute());
  const unpacked = unitsByCode(await lines.where('c.id', 'in', selectUnpacked(db).select('o.checkout_id')).execute());
  const unsent = await findUnsentUnits(db);
  const parcels = await findUnitsOfUnpackedParcels(db);
  return new Map(
    codes.map((code) => {
      const orders = Math.max(0, (unpacked.get(code) ?? 0) - (unsent.get(code) ?? 0));
      return [code, (held.get(code) ?? 0) + orders + (parcels.get(code) ?? 0)];
    }),
  );
}

/** Units by code in replacements, and in what is left of orders of which another parcel is packed. */
async function findUnitsOfUnpackedParcels(db: Reader): Promise<Map<string, number>> {
  const units = new Map<string, number>();
  const packings = await loadUnfinishedSplits(db);
  for (const { order, parcel, lines } of packings.flatMap((packing) => packingsIn(packing, ['in_separation'])))
    if (order.delivery !== 'in_separation' || isReplacement(parcel))
      for (const line of lines) {
        const code = productCodeOf(line);
        units.set(code, (units.get(code) ?? 0) + line.quantity);
      }
  return units;
}

const selectUnpacked = (db: Reader) =>
  db
    .selectFrom('orders as o')
    .where('o.delivery_status', '=', 'in_separation')
    .where('o.payment_status', 'in', ['pending', 'paid', 'partially_refunded']);

/** Units by code of unpacked orders that refunds took out: in the stock again, or not in the warehouse any more. */
async function findUnsentUnits(db: Reader): Promise<Map<string, number>> {
  const rows = await selectUnpacked(db)
    .innerJoin('payments as p', 'p.checkout_id', 'o.checkout_id')
    .innerJoin('refunds as r', 'r.capture_id', 'p.capture_id')
    .selectAll('r')
    .select('o.id as order_id')
    .orderBy('r.created_at')
    .execute();
  const refunds = Map.groupBy(rows, (row) => row.order_id);
  const units = new Map<string, number>();
  for (const order of await findOrders(db, [...refunds.keys()]))
    for (const [lineCode, count] of unsentUnits(order, refunds.get(order.id)!, null)) {
      const code = productCodeOf({ code: lineCode });
      units.set(code, (units.get(code) ?? 0) + count);
    }
  return units;
}

const unitsByCode = (rows: readonly { code: string; units: number | string }[]): Map<string, number> =>
  new Map(rows.map(({ code, units }) => [code, Number(units)]));
