/** Units by lot. Lock the product's row before you change its lots: see `../stock.repository.ts`. */
import { sql } from 'kysely';
import { lotKey } from '#src/features/catalogue/lots/lot-key.ts';
import { shownStock } from '#src/features/catalogue/shown-stock.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { LotRow } from '#src/server/db/tables/lots.ts';
import { germanDay } from '#src/shared/german-day.ts';

/** What a label says about a unit. */
export interface LotName {
  /** '' when only the date is known. */
  lot: string;
  /** A day such as 2027-01-31; '' when it is not known. */
  bestBefore: string;
}

export interface ProductLot extends LotName {
  id: number;
  productId: number;
  units: number;
}

const toLot = (row: LotRow): ProductLot => ({
  id: row.id,
  productId: row.product_id,
  lot: row.lot,
  bestBefore: row.best_before,
  units: row.units,
});

/** What expires first comes first, what has no date last. */
export const byDate = <T extends Pick<ProductLot, 'bestBefore' | 'id'>>(lots: readonly T[]): T[] =>
  lots.toSorted((a, b) => {
    if (a.bestBefore === b.bestBefore) return a.id - b.id;
    if (a.bestBefore === '' || b.bestBefore === '') return a.bestBefore === '' ? 1 : -1;
    return a.bestBefore < b.bestBefore ? -1 : 1;
  });

/** These units of the lots, in their order. */
export function unitsOfLots<T extends { units: number }>(lots: readonly T[], units: number): T[] {
  let open = units;
  return lots.flatMap((lot) => {
    const part = Math.min(open, lot.units);
    open -= part;
    return part > 0 ? [{ ...lot, units: part }] : [];
  });
}

/** Whether its last day is over. */
export const isExpired = ({ bestBefore }: Pick<LotName, 'bestBefore'>, today: string): boolean =>
  bestBefore !== '' && bestBefore < today;

/** The lots of these products that have units; what expires first comes first. */
export async function findLots(db: Reader, productIds: readonly number[]): Promise<ProductLot[]> {
  if (productIds.length === 0) return [];
  const rows = await db
    .selectFrom('lots')
    .selectAll()
    .where('product_id', 'in', [...new Set(productIds)])
    .where('units', '>', 0)
    .execute();
  return byDate(rows.map(toLot));
}

/** Lots by their ids, also those without units. */
export async function findLotsById(db: Reader, ids: readonly number[]): Promise<Map<number, ProductLot>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('lots')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, toLot(row)]));
}

/** The lot with this name; a new one has no units yet. */
export async function findOrAddLot(tx: Writer, productId: number, { lot, bestBefore }: LotName): Promise<ProductLot> {
  const key = { product_id: productId, lot_key: lotKey(lot), best_before: bestBefore };
  await tx
    .insertInto('lots')
    .values({ ...key, lot, units: 0 })
    .onConflict((conflict) => conflict.columns(['product_id', 'lot_key', 'best_before']).doNothing())
    .execute();
  const row = await tx
    .selectFrom('lots')
    .selectAll()
    .where('product_id', '=', key.product_id)
    .where('lot_key', '=', key.lot_key)
    .where('best_before', '=', key.best_before)
    .executeTakeFirstOrThrow();
  return toLot(row);
}

/** Adds units to a lot, or takes them for a negative number. */
export async function addToLot(tx: Writer, id: number, units: number): Promise<void> {
  await tx
    .updateTable('lots')
    .set((row) => ({ units: row('units', '+', units) }))
    .where('id', '=', id)
    .execute();
}

export interface TakenLot {
  productId: number;
  lotId: number;
  units: number;
}

/** The units of lots that a checkout has, those taken last first. */
export async function findTaken(db: Reader, checkoutId: string, productIds: readonly number[]): Promise<TakenLot[]> {
  if (productIds.length === 0) return [];
  const rows = await db
    .selectFrom('stock_movements')
    .select((row) => ['product_id', 'lot_id', row.fn.sum<number | string>('units').as('units')])
    .where('checkout_id', '=', checkoutId)
    .where('product_id', 'in', [...new Set(productIds)])
    .where('lot_id', 'is not', null)
    // The order no longer has units that were thrown away after it returned them.
    .where('reason', 'not in', ['expired', 'unexplained'])
    .groupBy(['product_id', 'lot_id'])
    .having(sql<boolean>`sum(units) < 0`)
    .orderBy(sql`max(id)`, 'desc')
    .execute();
  return rows.map((row) => ({ productId: row.product_id, lotId: row.lot_id!, units: -Number(row.units) }));
}

/** The units that checkouts have of these lots, paid or held. */
export async function findTakenOf(
  db: Reader,
  lotIds: readonly number[],
): Promise<{ checkoutId: string; lotId: number; units: number }[]> {
  if (lotIds.length === 0) return [];
  const rows = await db
    .selectFrom('stock_movements')
    .select((row) => ['checkout_id as checkoutId', 'lot_id as lotId', row.fn.sum<number | string>('units').as('units')])
    .where('lot_id', 'in', lotIds)
    .where('checkout_id', 'is not', null)
    .where('reason', 'not in', ['expired', 'unexplained'])
    .groupBy(['checkout_id', 'lot_id'])
    .having(sql<boolean>`sum(units) < 0`)
    .execute();
  return rows.map((row) => ({ checkoutId: row.checkoutId!, lotId: row.lotId!, units: -Number(row.units) }));
}

/** All lots of these products that the shop ever had; what expires first comes first. */
export async function findAllLots(db: Reader, productIds: readonly number[]): Promise<ProductLot[]> {
  if (productIds.length === 0) return [];
  const rows = await db.selectFrom('lots').selectAll().where('product_id', 'in', productIds).execute();
  return byDate(rows.map(toLot));
}

/** The units of lots that a checkout returned after their last day, so that they were thrown away. */
export async function findThrownAway(db: Reader, checkoutId: string): Promise<TakenLot[]> {
  const rows = await db
    .selectFrom('stock_movements')
    .select((row) => ['product_id', 'lot_id', row.fn.sum<number | string>('units').as('units')])
    .where('checkout_id', '=', checkoutId)
    .where('lot_id', 'is not', null)
    .where('reason', '=', 'expired')
    .groupBy(['product_id', 'lot_id'])
    .having(sql<boolean>`sum(units) < 0`)
    .execute();
  return rows.map((row) => ({ productId: row.product_id, lotId: row.lot_id!, units: -Number(row.units) }));
}

/**
 * The earliest best-before date of what an order may get, by product. A product of which an order may get units without
 * a known date has none.
 */
async function findBestBefore(db: Reader, today: string, productIds?: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('lots as l')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .select((row) => [
      'p.id',
      'p.quantity_available as stock',
      // Expired units are in the stock until the job has taken them out.
      sql<string | null>`min(case when l.best_before >= ${today} then l.best_before end)`.as('first'),
      sql<number | string>`sum(case when l.best_before >= ${today} then l.units else 0 end)`.as('units'),
      row.fn.sum<number | string>('l.units').as('all'),
    ])
    .where('l.units', '>', 0)
    .where('l.best_before', '!=', '')
    .$if(productIds !== undefined, (query) => query.where('p.id', 'in', productIds!))
    .groupBy(['p.id', 'p.quantity_available'])
    .execute();
  // The lots are sold first, so a line of the cart gets nothing else while they have as many units.
  return new Map(
    rows.flatMap(({ id, stock, first, units, all }) => {
      const fresh = stock - (Number(all) - Number(units));
      return first !== null && Number(units) >= shownStock(fresh) ? [[id, first]] : [];
    }),
  );
}

/** Adds the dates to products. */
export async function withBestBefore<P extends { id: number }>(
  { db, now }: Pick<Context, 'db' | 'now'>,
  products: readonly P[],
  productIds?: readonly number[],
): Promise<(P & { bestBefore?: string })[]> {
  const dates = await findBestBefore(db.read, germanDay(now().toISOString()), productIds);
  return products.map((product) => {
    const bestBefore = dates.get(product.id);
    return bestBefore === undefined ? product : { ...product, bestBefore };
  });
}
