/** The history of a product's stock: what changed, when, by whom and why. It adds up to the stock. */
import { sql } from 'kysely';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { StockReason } from '#src/server/db/tables/catalogue.ts';
import { findLotsById, type LotName } from './lots/lots.repository.ts';

/** Whose act it is, and when. */
export type Moment = Pick<Context, 'now' | 'actor'>;

/** Why the stock changes. */
export interface StockCause {
  reason: StockReason;
  checkoutId?: string;
  deliveryId?: string;
  /** What the label of the units says that are delivered or moved. */
  lot?: LotName;
}

export interface Move {
  productId: number;
  units: number;
  /** After it. */
  stock: number;
  /** null or missing: units of no known lot. */
  lotId?: number | null;
  /** Another one than that of the whole change. */
  reason?: StockReason;
}

/** Call it in the transaction that changes the stock. */
export async function recordMoves(
  tx: Writer,
  { now, actor }: Moment,
  { reason, checkoutId, deliveryId }: StockCause,
  moves: readonly Move[],
): Promise<void> {
  const at = now().toISOString();
  const rows = moves
    .filter(({ units }) => units !== 0)
    .map(({ productId, units, stock, lotId = null, reason: own = reason }) => ({
      product_id: productId,
      ...{ at, units, stock, reason: own, lot_id: lotId },
      who: actor?.who ?? null,
      checkout_id: checkoutId ?? null,
      delivery_id: deliveryId ?? null,
    }));
  if (rows.length > 0) await tx.insertInto('stock_movements').values(rows).execute();
}

export interface StockMove {
  at: string;
  units: number;
  stock: number;
  reason: StockReason;
  who: string | null;
  checkoutId: string | null;
  deliveryId: string | null;
  /** The lot of the units; undefined if it is not known. */
  lot: LotName | undefined;
}

/** One page of a product's history, the newest first, and the number of all its movements. */
export async function pageOfMoves(
  db: Reader,
  productId: number,
  limit: number,
  offset: number,
): Promise<{ moves: StockMove[]; total: number }> {
  const all = db.selectFrom('stock_movements').where('product_id', '=', productId);
  const { total } = await all.select((row) => row.fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await all
    .select(['at', 'units', 'stock', 'reason', 'who', 'checkout_id as checkoutId', 'delivery_id as deliveryId'])
    .select('lot_id')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const lots = await findLotsById(
    db,
    rows.flatMap(({ lot_id: id }) => id ?? []),
  );
  const moves = rows.map(({ lot_id: id, ...move }) => ({ ...move, lot: id === null ? undefined : lots.get(id) }));
  return { moves, total: Number(total) };
}

export interface CountedStock {
  id: number;
  code: string;
  name: string;
  quantity: number;
  /** What the history adds up to. */
  explained: number;
  isForSale: boolean;
}

const selectCounted = (db: Reader) =>
  db.selectFrom('products as p').select((row) => [
    'p.id',
    'p.cod_catalog as code',
    'p.product_name as name',
    'p.quantity_available as quantity',
    'p.withdrawn_at',
    row
      .selectFrom('stock_movements as m')
      .whereRef('m.product_id', '=', 'p.id')
      .select(sql<number | string>`coalesce(sum(m.units), 0)`.as('units'))
      .as('explained'),
  ]);

type CountedRow = Omit<CountedStock, 'explained' | 'isForSale'> & {
  explained: number | string | null;
  withdrawn_at: string | null;
};

const toCounted = ({ withdrawn_at: gone, explained, ...row }: CountedRow): CountedStock => ({
  ...row,
  explained: Number(explained),
  isForSale: gone === null,
});

/** A product's stock beside its history; undefined for an unknown code. */
export async function findCounted(db: Reader, code: string): Promise<CountedStock | undefined> {
  const row = await selectCounted(db).where('p.cod_catalog', '=', code).executeTakeFirst();
  return row && toCounted(row);
}

/** Products whose history does not add up to their stock. A set has none. */
export async function findUnexplained(db: Reader): Promise<CountedStock[]> {
  const rows = await selectCounted(db)
    .where('p.id', 'not in', db.selectFrom('set_parts').select('set_id'))
    .orderBy('p.cod_catalog')
    .execute();
  return rows.map(toCounted).filter(({ quantity, explained }) => quantity !== explained);
}
