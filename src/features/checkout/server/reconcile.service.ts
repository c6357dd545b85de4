import type { Context } from '#src/server/context.ts';
import type { CheckoutRow, PaymentRow } from '#src/server/db/tables/orders.ts';
import { withLease } from '#src/server/db/lease.ts';
import { tryStep } from '#src/server/try-step.ts';
import {
  findCheckoutsDue,
  lockCheckout,
  postponeCheckout,
  updateCheckout,
} from '#src/features/orders/server/checkout.repository.ts';
import {
  findPaymentsDue,
  findRefundsDue,
  postponeRefund,
  updatePayment,
} from '#src/features/orders/server/payment.repository.ts';
import { sendRefund } from '#src/features/refunds/server/refund.service.ts';
import { isClaimed } from './claim.ts';
import { endAttempt, isOffered, nextCheckOfOffer, releaseEndedHolds } from './hold.ts';
import { recordCapture } from './payment-news.service.ts';
import { settle } from './settle.service.ts';
import { giveBackStrayMoney } from './stray-money.service.ts';
import { processDueEvents } from './webhook.service.ts';

const MINUTE_MS = 60_000;
/** Pause between checks while the buyer may be at PayPal, and later, when the webhook usually reports first. */
const CHECK_AGAIN_MS = { young: MINUTE_MS, old: 5 * MINUTE_MS };
const YOUNG_MS = 60 * MINUTE_MS;
const PAYMENT_CHECK_MS = 60 * MINUTE_MS;
/** A check that failed goes behind the others, because a round takes only some. The buyer may be waiting. */
const FAILED_MS = MINUTE_MS;
/** PayPal forgets idempotency keys after this time, and no buyer approves so late. */
const LIFE_MS = 6 * 60 * MINUTE_MS;

const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/**
 * Finishes work that lost its browser, webhook or server: open payments, refunds without a response, unprocessed events
 * and expired holds. Runs in one process at a time; false when another process has the lease.
 */
export function reconcile(ctx: Context): Promise<boolean> {
  return withLease(ctx, 'reconcile', async () => {
    await releaseEndedHolds(ctx);
    await processDueEvents(ctx);
    const now = ctx.now().toISOString();
    const attempt = (subject: string, act: () => Promise<unknown>) =>
      tryStep(ctx, { subject, failed: 'reconcile step failed' }, act);
    for (const row of await findCheckoutsDue(ctx.db.read, now, 100))
      if (!(await attempt(row.id, () => reconcileCheckout(ctx, row))))
        await ctx.db.write((tx) => postponeCheckout(tx, row, later(ctx.now(), FAILED_MS)));
    for (const row of await findPaymentsDue(ctx.db.read, now))
      await attempt(row.capture_id, () => reconcilePayment(ctx, row));
    for (const row of await findRefundsDue(ctx.db.read, now))
      if (!(await attempt(row.request_id, () => sendRefund(ctx, row))))
        await ctx.db.write((tx) => postponeRefund(tx, row, later(ctx.now(), FAILED_MS)));
  });
}

async function reconcilePayment(ctx: Context, { capture_id: id, checkout_id: checkoutId }: PaymentRow): Promise<void> {
  await ctx.db.write((tx) => updatePayment(tx, id, { check_at: later(ctx.now(), PAYMENT_CHECK_MS) }));
  await recordCapture(ctx, checkoutId, id);
}

async function reconcileCheckout(ctx: Context, row: CheckoutRow): Promise<void> {
  if (row.state !== 'open') return findLateMoney(ctx, row);
  // A buyer may open an offer days after it was made.
  const isOld = row.offered_until ? row.hold === 'released' : isOlderThan(ctx, row, LIFE_MS);
  // The buyer never reached the payment window.
  if (!row.paypal_order_id) return isOffered(row, ctx) ? checkAgain(ctx, row.id) : closeUnlessMoving(ctx, row);
  const order = await ctx.paypal.getOrder(row.paypal_order_id);
  if (!order.ok && order.error.kind !== 'not_found') return checkAgain(ctx, row.id);
  const status = order.ok ? order.value.status : 'VOIDED';
  // Do not settle an unapproved checkout: settling would take its units out of the stock again.
  if (status === 'APPROVED' || status === 'COMPLETED' || row.capture_request_id) await settle(ctx, row.id);
  if (isOld || status === 'VOIDED') await closeUnlessMoving(ctx, row);
  await checkAgain(ctx, row.id);
}

/**
 * Refunds money that arrived for a closed checkout after a capture without a response; checks as long as PayPal may
 * capture.
 */
async function findLateMoney(ctx: Context, row: CheckoutRow): Promise<void> {
  const order = await ctx.paypal.getOrder(row.paypal_order_id!);
  const capture = order.ok ? order.value.captures.at(-1) : undefined;
  if (capture) await giveBackStrayMoney(ctx, row.id, capture);
  const isOver = capture !== undefined || isOlderThan(ctx, row, LIFE_MS);
  await ctx.db.write((tx) =>
    updateCheckout(tx, row.id, { check_at: isOver ? null : later(ctx.now(), CHECK_AGAIN_MS.young) }),
  );
}

const isOlderThan = ({ now }: Context, { created_at: begun }: CheckoutRow, ms: number): boolean =>
  now().getTime() - Date.parse(begun) > ms;

/** Closes an unchanged checkout, unless a caller has claimed it or money may be moving. */
async function closeUnlessMoving(ctx: Context, { id, paypal_order_id: paypalOrderId }: CheckoutRow): Promise<void> {
  await ctx.db.write(async (tx) => {
    const row = await lockCheckout(ctx.db, tx, id);
    if (row?.state !== 'open' || row.capture_request_id || isClaimed(row, ctx)) return;
    if (row.paypal_order_id === paypalOrderId) await endAttempt(ctx, tx, row, 'expired');
  });
}

async function checkAgain(ctx: Context, id: string): Promise<void> {
  await ctx.db.write(async (tx) => {
    const row = await lockCheckout(ctx.db, tx, id);
    if (row?.state !== 'open') return;
    const now = ctx.now();
    const isYoung = now.getTime() - Date.parse(row.created_at) < YOUNG_MS;
    // Money may be moving, and the buyer is waiting for the result.
    const pause = isYoung || row.capture_request_id ? CHECK_AGAIN_MS.young : CHECK_AGAIN_MS.old;
    const waits = isOffered(row, ctx) && !row.paypal_order_id && !row.capture_request_id;
    await updateCheckout(tx, id, { check_at: waits ? nextCheckOfOffer(now) : later(now, pause) });
  });
}
