import { returnStock, takeStock } from '#src/features/catalogue/server/stock.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import { isBeforeDeadline } from '#src/server/db/waiting.ts';
import {
  endSale,
  findCheckoutLines,
  findHoldsEnded,
  isSold,
  lockCheckout,
  NOT_HELD,
  updateCheckout,
} from '#src/features/orders/server/checkout.repository.ts';
import { NO_CLAIM } from './claim.ts';

const HOLD_MS = 15 * 60_000;
/**
 * For a buyer whom PayPal declined or who reopened its window. Counts from the beginning, so that repeating does not
 * extend it.
 */
const LONGEST_HOLD_MS = 30 * 60_000;

const after = (time: Date, ms: number): string => new Date(time.getTime() + ms).toISOString();

export const holdEnd = (begin: Date): string => after(begin, HOLD_MS);
export const longestHoldEnd = ({ created_at: begin }: Pick<CheckoutRow, 'created_at'>): string =>
  after(new Date(begin), LONGEST_HOLD_MS);

async function stockLinesOf(tx: Writer, checkoutId: string) {
  const lines = await findCheckoutLines(tx, checkoutId);
  return lines.map(({ product_id, quantity }) => ({ productId: product_id, quantity }));
}

/** Closes an open, locked checkout and returns its units to the stock. */
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

/** Holds the units of a locked checkout without an expiry; false when the stock is too small. */
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
 * Sets an expiry for a locked checkout's hold again. Returns the units at once when that time is over, or when the hold
 * had expired before: such a hold has no network, so no limit would count it.
 */
export async function resumeHold(
  { now }: Pick<Context, 'now'>,
  tx: Writer,
  { id, network }: CheckoutRow,
  end: string,
): Promise<void> {
  if (network && end > now().toISOString()) return updateCheckout(tx, id, { hold_expires_at: end });
  await releaseHold(tx, id);
}

/** Extends a locked checkout's hold to the maximum, because the buyer reopened PayPal's window. */
export async function prolongHold(tx: Writer, row: CheckoutRow): Promise<void> {
  if (row.hold === 'held' && row.hold_expires_at)
    await updateCheckout(tx, row.id, { hold_expires_at: longestHoldEnd(row) });
}

async function releaseHold(tx: Writer, id: string): Promise<void> {
  await returnStock(tx, await stockLinesOf(tx, id));
  await endSale(tx, id);
}

/** Returns the units of a cancelled order to the stock, once; its checkout is locked. */
export async function restockCheckout(tx: Writer, checkoutId: string): Promise<void> {
  if (await isSold(tx, checkoutId)) await releaseHold(tx, checkoutId);
}

/**
 * Returns units of expired holds to the stock. The checkouts stay open: a late payment holds the units again if they
 * are available.
 */
export async function releaseEndedHolds({ db, now }: Context): Promise<void> {
  const at = now().toISOString();
  for (const { id } of await findHoldsEnded(db.read, at, LONGEST_HOLD_MS, 100))
    await db.write(async (tx) => {
      const row = await lockCheckout(db, tx, id);
      if (row?.state !== 'open' || row.hold !== 'held' || !row.hold_expires_at) return;
      if (!isBeforeDeadline(row.hold_expires_at, at, LONGEST_HOLD_MS)) await releaseHold(tx, id);
    });
}
