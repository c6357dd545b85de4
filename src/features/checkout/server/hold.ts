import { returnStock, takeStock } from '#src/features/catalogue/server/stock.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow } from '#src/server/db/schema.ts';
import { isStillWaiting } from '#src/server/db/waiting.ts';
import { findCheckout, findCheckoutLines, findHoldsEnded, lockCheckout, updateCheckout } from './checkout.repository.ts';
import { NO_CLAIM } from './claim.ts';

const HOLD_MS = 15 * 60_000;
/** Of a buyer who was declined at PayPal or opened its window again. Counted from the begin, so that no repeating prolongs it. */
const LONGEST_HOLD_MS = 30 * 60_000;

const after = (time: Date, ms: number): string => new Date(time.getTime() + ms).toISOString();

export const holdEnd = (begin: Date): string => after(begin, HOLD_MS);
export const longestHoldEnd = ({ created_at: begin }: Pick<CheckoutRow, 'created_at'>): string => after(new Date(begin), LONGEST_HOLD_MS);

/** Whose hold it was is personal data that only a hold needs. */
export const NOT_HELD = { hold_expires_at: null, network: null };

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
    ...NOT_HELD,
    state,
    hold: 'released',
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

/**
 * Lets a locked checkout's secured hold end again. One whose time is over gives its units back at once, and so does one that
 * had ended before and took them again: it counts for no network any more.
 */
export async function resumeHold({ now }: Pick<Context, 'now'>, tx: Writer, { id, network }: CheckoutRow, end: string): Promise<void> {
  if (network && end > now().toISOString()) return updateCheckout(tx, id, { hold_expires_at: end });
  await releaseHold(tx, id);
}

/** Gives the buyer of a locked checkout, whose payment window is opened again, the longest time that a hold may last. */
export async function prolongHold(tx: Writer, row: CheckoutRow): Promise<void> {
  if (row.hold === 'held' && row.hold_expires_at) await updateCheckout(tx, row.id, { hold_expires_at: longestHoldEnd(row) });
}

async function releaseHold(tx: Writer, id: string): Promise<void> {
  await returnStock(tx, await stockLinesOf(tx, id));
  await updateCheckout(tx, id, { ...NOT_HELD, hold: 'released' });
}

/** The units of an order that was given up go back into the stock, once; its checkout is locked. */
export async function restockCheckout(tx: Writer, checkoutId: string): Promise<void> {
  const checkout = await findCheckout(tx, checkoutId);
  if (checkout?.hold === 'sold') await releaseHold(tx, checkoutId);
}

/** Puts back what buyers held for too long. Their checkouts stay open: who pays after all takes the units anew, if they are still there. */
export async function releaseEndedHolds({ db, now }: Context): Promise<void> {
  const at = now().toISOString();
  for (const { id } of await findHoldsEnded(db.read, at, LONGEST_HOLD_MS, 100))
    await db.write(async (tx) => {
      const row = await lockCheckout(db, tx, id);
      if (row?.state !== 'open' || row.hold !== 'held' || !row.hold_expires_at) return;
      if (!isStillWaiting(row.hold_expires_at, at, LONGEST_HOLD_MS)) await releaseHold(tx, id);
    });
}
