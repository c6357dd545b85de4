import { placeTransfer } from '#src/features/transfers/server/transfer-order.service.ts';
import { priceCart } from '#src/features/cart/server/cart.service.ts';
import { isClaimed, newClaim, retryWhileClaimed, whileClaimed } from '#src/features/checkout/server/claim.ts';
import type { OpenCheckout } from '#src/features/checkout/server/create-checkout.service.ts';
import { closeCheckout, endAttempt, holdEnd, isOffered } from '#src/features/checkout/server/hold.ts';
import type { PlacedAtOnce } from '#src/features/checkout/server/order-at-once.ts';
import { ensurePaypalOrder } from '#src/features/checkout/server/paypal-order.service.ts';
import {
  findCheckout,
  findCheckoutLines,
  lockCheckout,
  updateCheckout,
} from '#src/features/orders/server/checkout.repository.ts';
import { recordEvidence } from '#src/features/orders/server/evidence.ts';
import { rememberGuest, type Guest } from '#src/features/orders/server/guest.ts';
import { localeOf } from '#src/features/orders/server/mails/order-mails.ts';
import { findOrder, findOrderOfCheckout } from '#src/features/orders/server/order.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { isTakingAlong } from './offer.service.ts';

export type OrderRefusal =
  | { kind: 'sale_locked' | 'age_restricted'; products: number[] }
  | {
      kind:
        | 'checkout_closed'
        | 'payment_in_progress'
        | 'payment_declined'
        | 'address_refused'
        | 'paypal_err'
        | 'not_found';
    };

/** Who taps: the browser of a guest, or an account that the offer belongs to. */
export type Tapper = { guest: Guest; clientId?: never } | { guest?: never; clientId: string };

type Placed = Omit<PlacedAtOnce, 'checkoutId'>;

/** The reconcile job finishes an approved payment after this time, when the browser is gone. */
const CHECK_MS = 60_000;

/**
 * The buyer's tap on the order button of an offer: from here on it is a checkout like any other, and `settle` places
 * its order.
 */
export async function orderOffer(ctx: Context, id: string, by: Tapper): Promise<Result<OpenCheckout, OrderRefusal>> {
  await dropEndedPayment(ctx, id);
  const claimed = await retryWhileClaimed(() => ctx.db.write((tx) => claimOffer(ctx, tx, id, by)));
  if (!claimed) return fail({ kind: 'paypal_err' });
  if (!claimed.ok) return claimed;
  const checkout = claimed.value;
  const paypalOrderId = await whileClaimed(ctx, checkout, () => ensurePaypalOrder(ctx, checkout));
  return paypalOrderId.ok
    ? ok({ checkoutId: id, paypalOrderId: paypalOrderId.value, total: checkout.total_cents })
    : paypalOrderId;
}

/**
 * The buyer's tap with a bank transfer: the order exists at once and waits for its money. A repeated tap returns the same
 * order. `not_found`: the shop takes no transfers.
 */
export async function orderOfferByTransfer(
  ctx: Context,
  id: string,
  by: Tapper,
): Promise<Result<Placed, OrderRefusal>> {
  if (!ctx.shop.payment.iban) return fail({ kind: 'not_found' });
  const placed = await retryWhileClaimed(() =>
    ctx.db.write(async (tx): Promise<Result<Placed, OrderRefusal> | 'wait'> => {
      // Another tap may be placing the order right now.
      await lockCheckout(ctx.db, tx, id);
      const known = await findTransferOrder(tx, id);
      if (known) return ok(known);
      const claimed = await claimOffer(ctx, tx, id, by);
      if (claimed === 'wait' || !claimed.ok) return claimed;
      // An earlier attempt with PayPal may still be approved there, but nothing captures it.
      if (claimed.value.paypal_order_id) await endAttempt(ctx, tx, claimed.value, 'cancelled');
      const order = await placeTransfer(ctx, tx, { ...claimed.value, paypal_order_id: null });
      return ok({ orderId: order.id, orderNumber: order.order_number });
    }),
  );
  return placed || fail({ kind: 'payment_in_progress' });
}

async function findTransferOrder(tx: Writer, checkoutId: string): Promise<Placed | undefined> {
  const row = await findOrderOfCheckout(tx, checkoutId);
  const order = row && (await findOrder(tx, row.id));
  return order?.transfer ? { orderId: order.id, orderNumber: order.orderNumber } : undefined;
}

/** PayPal forgets an order that nobody approved within hours; an offer lasts for days. */
async function dropEndedPayment(ctx: Context, id: string): Promise<void> {
  const row = await findCheckout(ctx.db.read, id);
  if (!row?.paypal_order_id) return;
  const order = await ctx.paypal.getOrder(row.paypal_order_id);
  const isOver = order.ok ? order.value.status === 'VOIDED' : order.error.kind === 'not_found';
  if (!isOver) return;
  await ctx.db.write(async (tx) => {
    const now = await lockCheckout(ctx.db, tx, id);
    if (now?.state === 'open' && now.paypal_order_id === row.paypal_order_id && !now.capture_request_id)
      await endAttempt(ctx, tx, now, 'expired');
  });
}

async function claimOffer(
  ctx: Context,
  tx: Writer,
  id: string,
  { guest, clientId }: Tapper,
): Promise<Result<CheckoutRow, OrderRefusal> | 'wait'> {
  const row = await lockCheckout(ctx.db, tx, id);
  if (row?.state !== 'open' || !isOffered(row, ctx)) return fail({ kind: 'checkout_closed' });
  if (row.capture_request_id) return fail({ kind: 'payment_in_progress' });
  if (!row.paypal_order_id && isClaimed(row, ctx)) return 'wait';
  if (await hasParcelLeft(tx, row)) {
    // Its price contains no shipping.
    await closeCheckout(ctx, tx, row, 'expired');
    return fail({ kind: 'checkout_closed' });
  }
  const locked = await findLocked(ctx, tx, row);
  if (locked) return fail(locked);
  const now = ctx.now();
  const least = holdEnd(now);
  if (guest) await rememberGuest(ctx, tx, guest);
  const columns = {
    ...(row.paypal_order_id ? {} : newClaim(ctx)),
    ...(guest ? { guest_id: guest.id } : { client_id: clientId, guest_id: null }),
    // Gives a buyer who taps in the last minute time to pay. Later taps are refused.
    ...(row.hold_expires_at && row.hold_expires_at < least && { hold_expires_at: least }),
    check_at: new Date(now.getTime() + CHECK_MS).toISOString(),
    updated_at: now.toISOString(),
  };
  await updateCheckout(tx, id, columns);
  // The texts that the buyer sees at the tap, which may be newer than the offer.
  const lines = await findCheckoutLines(tx, id);
  await recordEvidence(
    tx,
    { id, locale: localeOf(row.locale) },
    lines.map((line) => line.product_id),
  );
  return ok({ ...row, ...columns });
}

/** Whether the parcel that should take the goods along has been handed over, or will not be sent any more. */
async function hasParcelLeft(tx: Writer, { ships_with: first }: CheckoutRow): Promise<boolean> {
  const order = first === null ? undefined : await findOrder(tx, first);
  return first !== null && !(order && isTakingAlong(order));
}

/** Why the goods must not be sold any more, as the cart would say it. */
async function findLocked(ctx: Context, tx: Writer, { id, locale }: CheckoutRow): Promise<OrderRefusal | undefined> {
  const stored = await findCheckoutLines(tx, id);
  const ids = new Set(stored.flatMap((line) => [line.product_id, ...(line.set_id === null ? [] : [line.set_id])]));
  const lines = [...ids].map((productId) => ({ productId, quantity: 1 }));
  const { problems } = await priceCart(ctx, tx, localeOf(locale), lines);
  const productsWith = (...codes: string[]) =>
    problems.filter(({ code }) => codes.includes(code)).map(({ productId }) => productId);
  const restricted = productsWith('age_restricted');
  if (restricted.length > 0) return { kind: 'age_restricted', products: restricted };
  const locked = productsWith('sale_locked', 'unknown');
  return locked.length > 0 ? { kind: 'sale_locked', products: locked } : undefined;
}
