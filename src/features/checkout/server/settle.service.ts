import { randomUUID } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow, OrderRow } from '#src/server/db/tables/orders.ts';
import type { PaypalError, PaypalOrder } from '#src/server/gateways/paypal.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { hasUnsaleableLine, lockCheckout, updateCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { findOrderOfCheckout } from '#src/features/orders/server/order.repository.ts';
import { retryWhileClaimed, isClaimed, newClaim, NO_CLAIM, whileClaimed } from './claim.ts';
import { closeCheckout, endAttempt, longestHoldEnd, resumeHold, secureHold } from './hold.ts';
import { isAuthenticated } from '../payment/authentication.ts';
import { refuseEndedHold } from './ended-hold.ts';
import { findMismatches } from './payment-match.ts';
import { refuseMismatch } from './payment-mismatch.service.ts';
import { tellAddress } from './paypal-order.service.ts';
import { placeOrder } from './place-order.ts';
import { giveBackStrayMoney } from './stray-money.service.ts';

interface Settled {
  orderId: string;
  orderNumber: string;
  /** pending: ordered, but not to be shipped before PayPal has finished its checks. */
  status: 'success' | 'pending';
}

export interface SettleError {
  kind:
    | 'order_not_confirmed'
    | 'payment_not_approved'
    | 'payment_declined'
    | 'address_refused'
    | 'payment_mismatch'
    | 'checkout_closed'
    | 'sold_out'
    /** Others took the last use of the code, before which nothing was held for this buyer. */
    | 'code_used_up'
    | 'paypal_err';
}

type Settlement = Result<Settled, SettleError>;

/**
 * A checkout that this caller has claimed. `hold_expires_at` is the end of its hold before the claim, null when
 * unknown.
 */
type Claimed = CheckoutRow & { paypal_order_id: string; capture_request_id: string };

/** Result of the first transaction: process the checkout, wait for another caller, or a final result. */
type Decision = { work: Claimed; fresh: boolean } | 'wait' | Settlement;

/**
 * The only way from an approved payment to an order. The browser's return, the webhook and the reconcile job call it in
 * any order, number and process; there is one order, and all callers get the same result.
 */
export async function settle(ctx: Context, checkoutId: string): Promise<Settlement> {
  const refused = await refuseEndedHold(ctx, checkoutId);
  if (refused) return fail(refused);
  const decision = await retryWhileClaimed(() => ctx.db.write((tx) => claimCheckout(ctx, tx, checkoutId)));
  if (!decision) return fail({ kind: 'paypal_err' });
  if (!('work' in decision)) return decision;
  return whileClaimed(ctx, decision.work, () => work(ctx, decision.work, decision.fresh));
}

/** The refusal of a closed checkout; `checkout_closed` by default. */
export const CLOSED_AS: Partial<Record<CheckoutRow['state'], SettleError['kind']>> = {
  sold_out: 'sold_out',
  code_used_up: 'code_used_up',
  mismatched: 'payment_mismatch',
};

async function claimCheckout(ctx: Context, tx: Writer, id: string): Promise<Decision> {
  const row = await lockCheckout(ctx.db, tx, id);
  if (!row) return fail({ kind: 'checkout_closed' });
  if (row.state === 'ordered') return ok(answerOf((await findOrderOfCheckout(tx, id))!));
  if (row.state !== 'open') return fail({ kind: CLOSED_AS[row.state] ?? 'checkout_closed' });
  // Nothing is owed before the order button, so neither webhook nor job may capture.
  if (row.express === 'unconfirmed') return fail({ kind: 'order_not_confirmed' });
  if (!row.paypal_order_id) return fail({ kind: 'payment_not_approved' });
  if (isClaimed(row, ctx)) return 'wait';
  const secured = await secureHold(ctx, tx, row);
  if (secured !== 'held') {
    const kind = secured === 'sold_out' ? secured : 'code_used_up';
    await closeCheckout(ctx, tx, row, kind);
    return fail({ kind });
  }
  const claimed = {
    ...newClaim(ctx),
    capture_request_id: row.capture_request_id ?? `capture-${randomUUID()}`,
    updated_at: ctx.now().toISOString(),
  };
  await updateCheckout(tx, id, claimed);
  return {
    work: { ...row, ...claimed, hold: 'held', paypal_order_id: row.paypal_order_id },
    fresh: row.capture_request_id === null,
  };
}

async function work(ctx: Context, row: Claimed, fresh: boolean): Promise<Settlement> {
  const found = await ctx.paypal.getOrder(row.paypal_order_id);
  if (!found.ok) return notCaptured(ctx, row, found.error, fresh);
  switch (found.value.status) {
    case 'COMPLETED':
      return withMoney(ctx, row, found.value);
    case 'APPROVED':
      return capture(ctx, row, found.value, fresh);
    case 'VOIDED':
      return withoutMoney(ctx, row, { kind: 'not_found', issue: 'VOIDED' });
    default:
      return withoutMoney(ctx, row, { kind: 'not_approved', issue: found.value.status });
  }
}

/**
 * Handles a failure before the capture. An earlier capture without a response (not `fresh`) may still have moved the
 * money.
 */
const notCaptured = (ctx: Context, row: Claimed, error: PaypalError, fresh: boolean): Promise<Settlement> =>
  fresh || error.kind === 'not_found' ? withoutMoney(ctx, row, error) : maybeMoney(ctx, row, error);

/** The update contains nothing but the address, so an update that PayPal rejects has a bad one. */
const notAddressed = (ctx: Context, row: Claimed, error: PaypalError, fresh: boolean): Promise<Settlement> =>
  notCaptured(ctx, row, error.kind === 'rejected' ? { ...error, kind: 'bad_address' } : error, fresh);

async function capture(ctx: Context, row: Claimed, order: PaypalOrder, fresh: boolean): Promise<Settlement> {
  const mismatches = findMismatches(row, order);
  if (mismatches.length > 0) return refuseMismatch(ctx, row, { mismatches });
  if (!isAuthenticated(order.authentication))
    return withoutMoney(ctx, row, { kind: 'declined', issue: 'NOT_AUTHENTICATED' });
  if (await hasUnsaleableLine(ctx.db.read, row.id)) return closeUnsold(ctx, row, fresh);
  if (row.express) {
    const addressed = await tellAddress(ctx, row, order);
    // PayPal refuses to change the address of a captured order; the following capture call finds that out.
    if (!addressed.ok && addressed.error.kind !== 'already_captured')
      return notAddressed(ctx, row, addressed.error, fresh);
  }
  const captured = await ctx.paypal.captureOrder(row.paypal_order_id, row.capture_request_id);
  if (captured.ok) return withMoney(ctx, row, captured.value);
  switch (captured.error.kind) {
    case 'already_captured': {
      const again = await ctx.paypal.getOrder(row.paypal_order_id);
      return again.ok ? withMoney(ctx, row, again.value) : maybeMoney(ctx, row, again.error);
    }
    case 'provider_down':
      return maybeMoney(ctx, row, captured.error);
    case 'rejected':
      // PayPal would reject the same capture again, so the buyer gets the result at once.
      return withoutMoney(ctx, row, { ...captured.error, kind: 'refused' });
    default:
      return withoutMoney(ctx, row, captured.error);
  }
}

/** Handles an order at PayPal that has a capture. */
async function withMoney(ctx: Context, row: Claimed, order: PaypalOrder): Promise<Settlement> {
  const capture = order.captures.at(-1);
  if (!capture) return maybeMoney(ctx, row, { kind: 'rejected', issue: 'COMPLETED_WITHOUT_CAPTURE' });
  if (capture.status === 'DECLINED' || capture.status === 'FAILED')
    return withoutMoney(ctx, row, {
      kind: order.status === 'COMPLETED' ? 'refused' : 'declined',
      issue: capture.status,
    });
  const mismatches = findMismatches(row, order, capture);
  if (mismatches.length > 0) return refuseMismatch(ctx, row, { mismatches, capture });
  const { known, placed } = await ctx.db.write(async (tx) => {
    const current = await lockCheckout(ctx.db, tx, row.id);
    if (current?.state === 'ordered') return { known: await findOrderOfCheckout(tx, row.id) };
    return current?.state === 'open' ? { placed: await placeOrder(ctx, tx, current, capture, order) } : {};
  });
  if (placed)
    ctx.log.info(
      { order: placed.order_number, checkout: row.id, cents: capture.amount, payment: placed.payment_status },
      'order placed',
    );
  const either = placed ?? known;
  if (either) return ok(answerOf(either));
  await giveBackStrayMoney(ctx, row.id, capture);
  return fail({ kind: 'checkout_closed' });
}

/**
 * Closes an uncaptured checkout with a product that was withdrawn from sale. An earlier capture without a response (not
 * `fresh`) may still complete at PayPal, so the reconcile job keeps looking for its money.
 */
async function closeUnsold(ctx: Context, { id, settling_by }: Claimed, fresh: boolean): Promise<Settlement> {
  return ctx.db.write(async (tx) => {
    const row = await lockCheckout(ctx.db, tx, id);
    // Another caller has the claim now, or the checkout is closed.
    if (row?.state !== 'open' || row.settling_by !== settling_by) return fail({ kind: 'paypal_err' });
    await closeCheckout(ctx, tx, row, 'sold_out');
    if (!fresh) await updateCheckout(tx, id, { check_at: ctx.now().toISOString() });
    return fail({ kind: 'sold_out' });
  });
}

const ANSWERS: Partial<Record<PaypalError['kind'], SettleError['kind']>> = {
  not_approved: 'payment_not_approved',
  declined: 'payment_declined',
  refused: 'payment_declined',
  bad_address: 'address_refused',
  not_found: 'checkout_closed',
};

/** No money moved: releases the claim, and sets the hold's expiry again or closes the checkout. */
async function withoutMoney(
  ctx: Context,
  { id, settling_by, hold_expires_at: end }: Claimed,
  error: PaypalError,
): Promise<Settlement> {
  ctx.log.info({ checkout: id, error }, 'checkout not settled');
  await ctx.db.write(async (tx) => {
    const row = await lockCheckout(ctx.db, tx, id);
    if (row?.state !== 'open' || row.settling_by !== settling_by) return;
    if (error.kind === 'not_found') return endAttempt(ctx, tx, row, 'expired');
    // An express buyer corrects the address; otherwise it is part of the checkout.
    if (error.kind === 'refused' || (error.kind === 'bad_address' && !row.express))
      return endAttempt(ctx, tx, row, 'refused');
    // The buyer approves again or corrects the address, and then confirms the changed data.
    const isOver = row.express && error.kind !== 'provider_down' && error.kind !== 'not_now';
    await updateCheckout(tx, id, { ...NO_CLAIM, capture_request_id: null, ...(isOver && { express: 'unconfirmed' }) });
    // An early call does not extend the hold; a declined buyer gets time to choose another means of payment.
    await resumeHold(ctx, tx, row, error.kind !== 'declined' && end ? end : longestHoldEnd(row));
  });
  return fail({ kind: ANSWERS[error.kind] ?? 'paypal_err' });
}

/** It is unknown whether money moved: keeps the hold and the Request-Id, so that the reconcile job checks again. */
async function maybeMoney(ctx: Context, { id, settling_by }: Claimed, error: PaypalError): Promise<Settlement> {
  ctx.log.warn({ checkout: id, error }, 'capture unknown');
  await ctx.db.write(async (tx) => {
    const row = await lockCheckout(ctx.db, tx, id);
    if (row?.settling_by === settling_by) await updateCheckout(tx, id, NO_CLAIM);
  });
  return fail({ kind: 'paypal_err' });
}

const answerOf = ({
  id,
  order_number,
  payment_status,
}: Pick<OrderRow, 'id' | 'order_number' | 'payment_status'>): Settled => ({
  orderId: id,
  orderNumber: order_number,
  status: payment_status === 'pending' ? 'pending' : 'success',
});
