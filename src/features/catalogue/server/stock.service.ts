import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { findCounted, recordMoves } from './stock-movements.repository.ts';
import { changeStock, lockQuantities, setStockMark } from './stock.repository.ts';

type Change = { set: number } | { add: number };

/** Changes a product's stock in the caller's transaction; the new quantity, or undefined for an unknown code. */
export async function changeStockIn(
  ctx: Context,
  tx: Writer,
  code: string,
  change: Change,
): Promise<number | undefined> {
  const quantity = await changeStock(ctx, tx, code, change, { reason: 'changed' });
  if (quantity !== undefined)
    await recordAct(ctx, tx, { act: 'product.stock', subject: 'product', id: code, after: { ...change, quantity } });
  return quantity;
}

/**
 * Records in a product's history what changed its stock without a note: a server of an older version, or somebody in
 * the database. Returns those units, or undefined for an unknown code.
 */
export const recordDifference = (ctx: Context, code: string): Promise<number | undefined> =>
  ctx.db.write(async (tx) => {
    if ((await lockQuantities(ctx.db, tx, [code])).size === 0) return undefined;
    const product = await findCounted(tx, code);
    if (!product) return undefined;
    const units = product.quantity - product.explained;
    if (units === 0) return 0;
    await recordMoves(tx, ctx, { reason: 'unexplained' }, [{ productId: product.id, units, stock: product.quantity }]);
    await recordAct(ctx, tx, { act: 'product.difference', subject: 'product', id: code, after: { units } });
    return units;
  });

/** Sets the quantity from which a product counts as low; 0: never. Returns false for an unknown code. */
export async function markStockIn(ctx: Context, tx: Writer, code: string, units: number): Promise<boolean> {
  const isKnown = await setStockMark(tx, code, units);
  if (isKnown) await recordAct(ctx, tx, { act: 'product.mark', subject: 'product', id: code, after: { mark: units } });
  return isKnown;
}

export const markStock = (ctx: Context, code: string, units: number): Promise<boolean> =>
  ctx.db.write((tx) => markStockIn(ctx, tx, code, units));
