import type { Moment } from '#src/features/catalogue/server/stock-movements.repository.ts';
import { returnStock, takeStock } from '#src/features/catalogue/server/stock.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import { isBeforeDeadline } from '#src/server/db/waiting.ts';
import { tryStep } from '#src/server/try-step.ts';
import {
  endSale,
  findCheckoutLines,
  findHoldsEnded,
  isSold,
  lockCheckout,
  NOT_HELD,
  updateCheckout,
} from '#src/features/orders/server/checkout.repository.ts';
import { claimUse } from '#src/features/codes/server/code.repository.ts';
import { forgetReceiver } from '#src/features/orders/server/gift-voucher/forget-receiver.ts';
import { NO_CLAIM } from './claim.ts';
import { holdVoucherOf, isVoucherCovered } from './voucher-payment.ts';

const HOLD_MS = 15 * 60_000;
/**
 * For a buyer whom PayPal declined or who reopened its window. Counts from the beginning, so that repeating does not
 * extend it.
 */
const LONGEST_HOLD_MS = 30 * 60_000;

const DAY_MS = 24 * 3600_000;
/** Most days that an offer of the shop holds its units. */
export const LONGEST_OFFER_DAYS = 7;

const LONGEST_MS = { checkout: LONGEST_HOLD_MS, offer: LONGEST_OFFER_DAYS * DAY_MS };

const after = (time: Date, ms: number): string => new Date(time.getTime() + ms).toISOString();

export const holdEnd = (begin: Date): string => after(begin, HOLD_MS);
export const offerEnd = (begin: Date, days: number): string => after(begin, days * DAY_MS);
export const longestHoldEnd = ({
  created_at: begin,
  offered_until: offered,
}: Pick<CheckoutRow, 'created_at' | 'offered_until'>): string => offered ?? after(new Date(begin), LONGEST_HOLD_MS);

type Held = Pick<CheckoutRow, 'offered_until'>;

/** The longest possible wait until the end of the hold. */
const longestMs = ({ offered_until: offered }: Held): number => LONGEST_MS[offered ? 'offer' : 'checkout'];

/** Whether the shop still offers this order: its buyer may try again to pay. */
export const isOffered = ({ offered_until: offered }: Held, { now }: Pick<Context, 'now'>): boolean =>
  offered !== null && isBeforeDeadline(offered, now().toISOString(), LONGEST_MS.offer);

async function stockLinesOf(tx: Writer, checkoutId: string) {
  const lines = await findCheckoutLines(tx, checkoutId);
  return lines.map(({ product_id, quantity }) => ({ productId: product_id, quantity }));
}

/** Closes an open, locked checkout and returns its units to the stock. */
export async function closeCheckout(
  moment: Moment,
  tx: Writer,
  { id, hold }: CheckoutRow,
  state: Exclude<CheckoutRow['state'], 'open' | 'ordered'>,
): Promise<void> {
  if (hold === 'held') await returnUnits(moment, tx, id);
  await updateCheckout(tx, id, {
    ...NO_CLAIM,
    ...NOT_HELD,
    state,
    hold: 'released',
    capture_request_id: null,
    check_at: null,
    updated_at: moment.now().toISOString(),
  });
}

/**
 * Ends an unpaid attempt of an open, locked checkout. A checkout that the buyer began is closed; an offer keeps its
 * units until its end, and its next attempt gets another PayPal order. The buyer may still approve the earlier one, but
 * nothing captures it.
 */
export async function endAttempt(
  ctx: Moment,
  tx: Writer,
  row: CheckoutRow,
  state: 'cancelled' | 'refused' | 'expired',
): Promise<void> {
  if (!isOffered(row, ctx)) return closeCheckout(ctx, tx, row, state);
  const now = ctx.now();
  await updateCheckout(tx, row.id, {
    ...NO_CLAIM,
    paypal_order_id: null,
    paypal_payee: null,
    capture_request_id: null,
    payment_round: (row.payment_round ?? 0) + 1,
    ...(row.hold === 'held' && { hold_expires_at: row.offered_until }),
    check_at: nextCheckOfOffer(now),
    updated_at: now.toISOString(),
  });
}

/** When the reconcile job looks at an offer without a PayPal order again. */
export const nextCheckOfOffer = (now: Date): string => after(now, LONGEST_HOLD_MS);

/**
 * Holds the units of a locked checkout, and the use of its code or the money of its voucher, without an expiry. Says
 * what is missing when the stock is too small, no use is left, or less money.
 */
export async function secureHold(
  ctx: Pick<Context, 'db'> & Moment,
  tx: Writer,
  row: CheckoutRow,
): Promise<'held' | 'sold_out' | 'code_used_up' | 'voucher_used_up'> {
  const { id, hold } = row;
  if (hold === 'released') {
    const cause = { reason: 'held', checkoutId: id } as const;
    if ((await takeStock(ctx, tx, await stockLinesOf(tx, id), cause)).length > 0) return 'sold_out';
    const isCodeLeft = await claimUseAgain(ctx, tx, row);
    if (!isCodeLeft || !(await holdVoucherOf(ctx, tx, row))) {
      await returnUnits(ctx, tx, id);
      return isCodeLeft ? 'voucher_used_up' : 'code_used_up';
    }
    // Once a capture was tried, its money may have moved: then the order is placed all the same.
  } else if (row.capture_request_id === null && !(await isVoucherCovered(tx, row))) return 'voucher_used_up';
  await updateCheckout(tx, id, { hold: 'held', hold_expires_at: null });
  return 'held';
}

const userOf = ({ client_id: client, guest_id: guest, code_buyer: buyer, id: checkoutId }: CheckoutRow) => {
  const owner = client ? ({ column: 'client_id', id: client } as const) : undefined;
  return { owner: owner ?? ({ column: 'guest_id', id: guest! } as const), buyer, checkoutId };
};

async function claimUseAgain({ db }: Pick<Context, 'db'>, tx: Writer, row: CheckoutRow): Promise<boolean> {
  // Its payment is on the way, so no network holds the use unpaid.
  return row.code === null || claimUse(db, tx, row.code, { ...userOf(row), network: null });
}

/**
 * Sets an expiry for a locked checkout's hold again. Returns the units at once when that time is over, or when the hold
 * had expired before: such a hold has no network, so no limit would count it.
 */
export async function resumeHold(
  moment: Moment,
  tx: Writer,
  { id, network, offered_until: offered }: CheckoutRow,
  end: string,
): Promise<void> {
  if ((network || offered) && end > moment.now().toISOString()) return updateCheckout(tx, id, { hold_expires_at: end });
  await releaseHold(moment, tx, id);
}

/** Extends a locked checkout's hold to the maximum, because the buyer reopened PayPal's window. */
export async function prolongHold(tx: Writer, row: CheckoutRow): Promise<void> {
  if (row.hold === 'held' && row.hold_expires_at)
    await updateCheckout(tx, row.id, { hold_expires_at: longestHoldEnd(row) });
}

const returnUnits = async (moment: Moment, tx: Writer, id: string): Promise<void> =>
  returnStock(moment, tx, await stockLinesOf(tx, id), { reason: 'released', checkoutId: id });

async function releaseHold(moment: Moment, tx: Writer, id: string): Promise<void> {
  await returnUnits(moment, tx, id);
  await endSale(tx, id);
}

/** Returns the units of a cancelled order to the stock, once; its checkout is locked. */
export async function restockCheckout(moment: Moment, tx: Writer, checkoutId: string): Promise<void> {
  if (!(await isSold(tx, checkoutId))) return;
  await releaseHold(moment, tx, checkoutId);
  await forgetReceiver(tx, checkoutId);
}

/**
 * Returns units of expired holds to the stock. The checkouts stay open: a late payment holds the units again if they
 * are available.
 */
export async function releaseEndedHolds(ctx: Context): Promise<void> {
  const { db } = ctx;
  const at = ctx.now().toISOString();
  for (const { id } of await findHoldsEnded(db.read, at, LONGEST_MS))
    await tryStep(ctx, { subject: id, failed: 'expired hold not released' }, () =>
      db.write(async (tx) => {
        const row = await lockCheckout(db, tx, id);
        if (row?.state !== 'open' || row.hold !== 'held' || !row.hold_expires_at) return;
        if (!isBeforeDeadline(row.hold_expires_at, at, longestMs(row))) await releaseHold(ctx, tx, id);
      }),
    );
}
