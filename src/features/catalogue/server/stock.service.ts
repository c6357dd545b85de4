import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { changeStock, setStockMark } from './stock.repository.ts';

type Change = { set: number } | { add: number };

/** Changes a product's stock in the caller's transaction; the new quantity, or undefined for an unknown code. */
export async function changeStockIn(
  ctx: Context,
  tx: Writer,
  code: string,
  change: Change,
): Promise<number | undefined> {
  const quantity = await changeStock(tx, code, change);
  if (quantity !== undefined)
    await recordAct(ctx, tx, { act: 'product.stock', subject: 'product', id: code, after: { ...change, quantity } });
  return quantity;
}

/** Sets the quantity from which a product counts as low; 0: never. Returns false for an unknown code. */
export async function markStockIn(ctx: Context, tx: Writer, code: string, units: number): Promise<boolean> {
  const isKnown = await setStockMark(tx, code, units);
  if (isKnown) await recordAct(ctx, tx, { act: 'product.mark', subject: 'product', id: code, after: { mark: units } });
  return isKnown;
}

export const markStock = (ctx: Context, code: string, units: number): Promise<boolean> =>
  ctx.db.write((tx) => markStockIn(ctx, tx, code, units));
