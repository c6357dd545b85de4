import { sql } from 'kysely';
import type { Context } from '#src/server/context.ts';
import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { hasInNameOrCode } from './product-search.repository.ts';
import { refreshSetsOf, withoutSets } from './sets.repository.ts';
import {
  addToLot,
  byDate,
  findLots,
  findLotsById,
  findOrAddLot,
  findTaken,
  findThrownAway,
  unitsOfLots,
  type TakenLot,
} from './lots/lots.repository.ts';
import { expiredUnits, splitByLot } from './lots/split-by-lot.ts';
import { recordMoves, type Moment, type Move, type StockCause } from './stock-movements.repository.ts';

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
  const possible = await withoutSets(
    tx,
    productIds.filter((id) => id <= LARGEST_ID),
  );
  if (possible.length > 0)
    await lockRows(tx.selectFrom('products').select('id').where('id', 'in', possible).orderBy('id')).execute();
}

/** The stock of sets follows from their parts, so nobody counts or changes it. */
const SETS = sql<number>`(select set_id from set_parts)`;

interface LockedStock {
  id: number;
  quantity: number;
}

/** The stock of products by code, locked until the transaction ends; without sets. */
export async function lockQuantities(
  { lockRows }: Database,
  tx: Writer,
  codes: readonly string[],
): Promise<Map<string, LockedStock>> {
  if (codes.length === 0) return new Map();
  const products = tx
    .selectFrom('products')
    .select(['id', 'cod_catalog', 'quantity_available'])
    .where('cod_catalog', 'in', codes)
    .where('id', 'not in', SETS);
  const rows = await lockRows(products.orderBy('id')).execute();
  return new Map(rows.map((row) => [row.cod_catalog, { id: row.id, quantity: row.quantity_available }]));
}

/** Subtracts all lines from the stock, or none. Returns the products with too little stock. */
export async function takeStock(
  moment: Moment,
  tx: Writer,
  lines: readonly StockLine[],
  cause: StockCause,
): Promise<number[]> {
  const missing: number[] = [];
  const moves: Move[] = [];
  const kept: Move[] = [];
  const { checkoutId, reason } = cause;
  // Replacements and refunds taken back are for people who bought the goods while they were for sale.
  const isForSale = reason !== 'resent' && reason !== 'return_undone';
  const thrown = reason === 'return_undone' && checkoutId ? await findThrownAway(tx, checkoutId) : [];
  for (const { productId, quantity } of byId(lines)) {
    const own = unitsOfLots(
      thrown.filter((lot) => lot.productId === productId),
      quantity,
    );
    const units = quantity - own.reduce((sum, lot) => sum + lot.units, 0);
    const row = await tx
      .updateTable('products')
      .set((row) => ({ quantity_available: row('quantity_available', '-', units) }))
      .where('id', '=', productId)
      .where('quantity_available', '>=', units)
      .where('sale_locked', '=', 0)
      .$if(isForSale, (update) => update.where('withdrawn_at', 'is', null))
      .$if(reason !== 'return_undone', (update) =>
        update.where((eb) => eb.or([eb('sold_until', 'is', null), eb('sold_until', '>=', dayOf(moment))])),
      )
      .returning('quantity_available as stock')
      .executeTakeFirst();
    if (row) {
      moves.push({ productId, units: -units, stock: row.stock });
      kept.push(...own.flatMap((lot) => keptMoves(lot, row.stock)));
    } else missing.push(productId);
  }
  if (missing.length === 0) missing.push(...(await findExpiring(moment, tx, moves)));
  if (missing.length === 0) {
    await record(moment, tx, cause, moves);
    await recordMoves(tx, moment, cause, kept);
  } else
    await addStock(
      tx,
      moves.map(({ productId, units }) => ({ productId, quantity: -units })),
    );
  return missing;
}

export async function returnStock(
  moment: Moment,
  tx: Writer,
  lines: readonly StockLine[],
  cause: StockCause,
): Promise<void> {
  await record(moment, tx, cause, await addStock(tx, lines));
}

/** The buyer keeps a unit that the stock does not have, because it came back after its last day. */
const keptMoves = ({ productId, lotId, units }: TakenLot, stock: number): Move[] => [
  { productId, lotId, units, stock: stock + units, reason: 'expired' },
  { productId, lotId, units: -units, stock },
];

/** Products of which only expired units would be left to take. */
async function findExpiring(moment: Moment, tx: Writer, moves: readonly Move[]): Promise<number[]> {
  const stocks = new Map(moves.map(({ productId, stock }) => [productId, stock]));
  const lots = Map.groupBy(await findLots(tx, [...stocks.keys()]), ({ productId }) => productId);
  return [...lots].flatMap(([id, own]) => (stocks.get(id)! < expiredUnits(own, dayOf(moment)) ? id : []));
}

/** Writes the history, and brings the lots up to date, and the sets that contain the products. */
async function record(moment: Moment, tx: Writer, cause: StockCause, moves: readonly Move[]): Promise<void> {
  await recordMoves(tx, moment, cause, await changeLots(moment, tx, cause, moves));
  await refreshSetsOf(
    tx,
    moves.map(({ productId }) => productId),
  );
}

const dayOf = ({ now }: Moment): string => germanDay(now().toISOString());

/** Changes the lots as the stock has changed. Returns the moves with their lots. */
async function changeLots(moment: Moment, tx: Writer, cause: StockCause, moves: readonly Move[]): Promise<Move[]> {
  const { checkoutId, lot: brought, reason } = cause;
  const ids = moves.map(({ productId }) => productId);
  const into = brought && ids[0] !== undefined ? await findOrAddLot(tx, ids[0], brought) : undefined;
  const gets = moves.some(({ units }) => units > 0);
  const taken = gets && checkoutId !== undefined ? await findTaken(tx, checkoutId, ids) : [];
  const lots = await findLots(tx, ids);
  const emptied = await findLotsById(
    tx,
    [...taken.map(({ lotId }) => lotId), ...(into ? [into.id] : [])].filter((id) => !lots.some((lot) => lot.id === id)),
  );
  const all = byDate([...lots, ...emptied.values()]);
  if (all.length === 0) return [...moves];
  const split = [...Map.groupBy(moves, ({ productId }) => productId)].flatMap(([id, own]) => {
    const isOwn = ({ productId }: { productId: number }) => productId === id;
    return splitByLot(own, {
      ...{ reason, today: dayOf(moment), lots: all.filter(isOwn), taken: taken.filter(isOwn), into: into?.id },
    });
  });
  for (const [id, own] of Map.groupBy(split, ({ lotId }) => lotId))
    if (id !== null) await addToLot(tx, id, unitsOf(own));
  await takeExpired(tx, moves, split);
  return split;
}

const unitsOf = (moves: readonly Move[]): number => moves.reduce((sum, { units }) => sum + units, 0);

/** Takes out of the stock what came back after its last day. */
async function takeExpired(tx: Writer, moves: readonly Move[], split: readonly Move[]): Promise<void> {
  for (const [id, own] of Map.groupBy(split, ({ productId }) => productId)) {
    const excess = unitsOf(moves.filter(({ productId }) => productId === id)) - unitsOf(own);
    if (excess > 0)
      await tx
        .updateTable('products')
        .set((row) => ({ quantity_available: row('quantity_available', '-', excess) }))
        .where('id', '=', id)
        .execute();
  }
}

async function addStock(tx: Writer, lines: readonly StockLine[]): Promise<Move[]> {
  const moves: Move[] = [];
  for (const { productId, quantity } of byId(lines)) {
    const { stock } = await tx
      .updateTable('products')
      .set((row) => ({ quantity_available: row('quantity_available', '+', quantity) }))
      .where('id', '=', productId)
      .returning('quantity_available as stock')
      .executeTakeFirstOrThrow();
    moves.push({ productId, units: quantity, stock });
  }
  return moves;
}

/** Sets the stock or adds to it, never below 0. Returns the new stock, or undefined for an unknown code. */
export async function changeStock(
  ctx: Moment & Pick<Context, 'db'>,
  tx: Writer,
  code: string,
  change: { set: number } | { add: number },
  cause: StockCause,
): Promise<number | undefined> {
  const stored = (await lockQuantities(ctx.db, tx, [code])).get(code);
  if (!stored) return undefined;
  const stock = Math.max(0, 'set' in change ? change.set : stored.quantity + change.add);
  await tx.updateTable('products').set({ quantity_available: stock }).where('id', '=', stored.id).execute();
  await record(ctx, tx, cause, [{ productId: stored.id, units: stock - stored.quantity, stock }]);
  return stock;
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
    .where('p.id', 'not in', SETS)
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
    .where('p.id', 'not in', SETS)
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
