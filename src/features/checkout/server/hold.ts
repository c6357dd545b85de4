import { returnStock, takeStock } from '#src/features/catalogue/server/stock.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow } from '#src/server/db/schema.ts';
import { findCheckout, findCheckoutLines, findHoldsEnded, lockCheckout, updateCheckout } from './checkout.repository.ts';
import { NO_CLAIM } from './claim.ts';

const HOLD_MS = 30 * 60_000;

export const holdEnd = (now: Date): string => new Date(now.getTime() + HOLD_MS).toISOString();

async function stockLinesOf(tx: Writer, checkoutId: string) {
  const lines = await findCheckoutLines(tx, checkoutId);
  return lines.map(({ product_id, quantity }) => ({ productId: product_id, quantity }));
}

/** Closes an open, locked checkout and gives back what it holds. */
export async function closeCheckout(
  { now }: Pick<Context, 'now'>,
  tx: Writer,
  { id, hold }: CheckoutRow,
  state: Exclude<CheckoutRow['state'], 'open' | 'ordered'>,
): Promise<void> {
  if (hold === 'held') await returnStock(tx, await stockLinesOf(tx, id));
  await updateCheckout(tx, id, {
    ...NO_CLAIM,
    state,
    hold: 'released',
    hold_expires_at: null,
    capture_request_id: null,
    check_at: null,
    updated_at: now().toISOString(),
  });
}

/** Makes sure that a locked checkout holds its units, without an end; false when they are gone. */
export async function secureHold(tx: Writer, { id, hold }: CheckoutRow): Promise<boolean> {
  if (hold === 'released') {
    const lines = await stockLinesOf(tx, id);
    const missing = await takeStock(tx, lines);
    if (missing.length) {
      await returnStock(
        tx,
        lines.filter(({ productId }) => !missing.includes(productId)),
      );
      return false;
    }
  }
  await updateCheckout(tx, id, { hold: 'held', hold_expires_at: null });
  return true;
}

/** Lets a locked checkout's secured hold end again; one whose time is over gives its units back at once. */
export async function resumeHold({ now }: Pick<Context, 'now'>, tx: Writer, id: string, end: string): Promise<void> {
  if (end > now().toISOString()) return updateCheckout(tx, id, { hold_expires_at: end });
  await releaseHold(tx, id);
}

async function releaseHold(tx: Writer, id: string): Promise<void> {
  await returnStock(tx, await stockLinesOf(tx, id));
  await updateCheckout(tx, id, { hold: 'released', hold_expires_at: null });
}

/** The units of an order that was given up go back into the stock, once; its checkout is locked. */
export async function restockCheckout(tx: Writer, checkoutId: string): Promise<void> {
  const checkout = await findCheckout(tx, checkoutId);
  if (checkout?.hold === 'sold') await releaseHold(tx, checkoutId);
}

/** Puts back what buyers held for too long. Their checkouts stay open: who pays after all takes the units anew, if they are still there. */
export async function releaseEndedHolds({ db, now }: Context): Promise<void> {
  const at = now().toISOString();
  for (const { id } of await findHoldsEnded(db.read, at, 100))
    await db.write(async (tx) => {
      const row = await lockCheckout(db, tx, id);
      if (row?.state === 'open' && row.hold === 'held' && row.hold_expires_at && row.hold_expires_at <= at) await releaseHold(tx, id);
    });
}
