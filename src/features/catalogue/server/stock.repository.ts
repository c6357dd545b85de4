import { sql } from 'kysely';
import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import { hasInNameOrCode } from './product-search.repository.ts';

export interface StockLine {
  productId: number;
  quantity: number;
}

// All transactions lock products in one order, so that two transactions cannot deadlock.
const byId = (lines: readonly StockLine[]) => lines.toSorted((a, b) => a.productId - b.productId);

/** PostgreSQL rejects a larger integer in a query. */
const LARGEST_ID = 2 ** 31 - 1;

/** Locks the stock of products before a transaction returns units of some products and takes units of others. */
export async function lockStock({ lockRows }: Database, tx: Writer, productIds: readonly number[]): Promise<void> {
  const possible = productIds.filter((id) => id <= LARGEST_ID);
  if (possible.length > 0)
    await lockRows(tx.selectFrom('products').select('id').where('id', 'in', possible).orderBy('id')).execute();
}

/** The quantities of products by code, locked until the transaction ends. */
export async function lockQuantities(
  { lockRows }: Database,
  tx: Writer,
  codes: readonly string[],
): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const products = tx
    .selectFrom('products')
    .select(['cod_catalog', 'quantity_available'])
    .where('cod_catalog', 'in', codes);
  const rows = await lockRows(products.orderBy('id')).execute();
  return new Map(rows.map((row) => [row.cod_catalog, row.quantity_available]));
}

/** Subtracts all lines from the stock, or none. Returns the products with too little stock. */
export async function takeStock(tx: Writer, lines: readonly StockLine[]): Promise<number[]> {
  const missing: number[] = [];
  for (const { productId, quantity } of byId(lines)) {
    const result = await tx
      .updateTable('products')
      .set((row) => ({ quantity_available: row('quantity_available', '-', quantity) }))
      .where('id', '=', productId)
      .where('quantity_available', '>=', quantity)
      .where('sale_locked', '=', 0)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst();
    if (Number(result.numUpdatedRows) === 0) missing.push(productId);
  }
  return missing;
}

export async function returnStock(tx: Writer, lines: readonly StockLine[]): Promise<void> {
  for (const { productId, quantity } of byId(lines))
    await tx
      .updateTable('products')
      .set((row) => ({ quantity_available: row('quantity_available', '+', quantity) }))
      .where('id', '=', productId)
      .execute();
}

/** Sets the stock or adds to it, never below 0. Returns the new stock, or undefined for an unknown code. */
export async function changeStock(
  tx: Writer,
  code: string,
  change: { set: number } | { add: number },
): Promise<number | undefined> {
  const quantity = 'set' in change ? sql<number>`${change.set}` : sql<number>`quantity_available + ${change.add}`;
  const row = await tx
    .updateTable('products')
    .set({ quantity_available: sql<number>`case when ${quantity} < 0 then 0 else ${quantity} end` })
    .where('cod_catalog', '=', code)
    .returning('quantity_available')
    .executeTakeFirst();
  return row?.quantity_available;
}

export interface StockRow {
  code: string;
  name: string;
  quantity: number;
  /** The reorder level; null: none. */
  mark: number | null;
  /** Name of the stored picture. */
  picture: string | null;
}

/** Products in the catalogue, fewest units first; `isLow`: only those at or below their reorder level. */
export async function listStock(db: Reader, { isLow }: { isLow: boolean }): Promise<StockRow[]> {
  const rows = await db
    .selectFrom('products as p')
    .leftJoin('stock_marks as m', 'm.cod_catalog', 'p.cod_catalog')
    .select(['p.cod_catalog', 'p.product_name', 'p.quantity_available', 'p.picture', 'm.units'])
    .where('p.withdrawn_at', 'is', null)
    .$if(isLow, (query) => query.whereRef('p.quantity_available', '<=', 'm.units'))
    .orderBy('p.quantity_available')
    .orderBy('p.cod_catalog')
    .execute();
  return rows.map((row) => ({
    code: row.cod_catalog,
    name: row.product_name,
    quantity: row.quantity_available,
    mark: row.units,
    picture: row.picture,
  }));
}

interface StockFilter {
  isLow: boolean;
  /** Part of the name or the code; '' for all. */
  text: string;
}

const selectStock = (db: Reader, { isLow, text }: StockFilter) =>
  db
    .selectFrom('products as p')
    .leftJoin('stock_marks as m', 'm.cod_catalog', 'p.cod_catalog')
    .where('p.withdrawn_at', 'is', null)
    .$if(isLow, (query) => query.whereRef('p.quantity_available', '<=', 'm.units'))
    .$if(text !== '', (query) => query.where(hasInNameOrCode(text)));

/** One page of `listStock`, and the total number. */
export async function pageOfStock(
  db: Reader,
  filter: StockFilter,
  limit: number,
  offset: number,
): Promise<{ rows: StockRow[]; total: number }> {
  const { total } = await selectStock(db, filter)
    .select((row) => row.fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectStock(db, filter)
    .select([
      'p.cod_catalog as code',
      'p.product_name as name',
      'p.quantity_available as quantity',
      'p.picture',
      'm.units as mark',
    ])
    .orderBy('p.quantity_available')
    .orderBy('p.cod_catalog')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: Number(total) };
}

/** Sets the reorder level; returns false for an unknown product. `units` 0: removes it. */
export async function setStockMark(tx: Writer, code: string, units: number): Promise<boolean> {
  const product = await tx.selectFrom('products').select('id').where('cod_catalog', '=', code).executeTakeFirst();
  if (!product) return false;
  await tx.deleteFrom('stock_marks').where('cod_catalog', '=', code).execute();
  if (units > 0) await tx.insertInto('stock_marks').values({ cod_catalog: code, units }).execute();
  return true;
}
