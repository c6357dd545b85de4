import { randomUUID } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import type { CheckoutRow } from '#src/server/db/schema.ts';
import type { PaypalError, PaypalOrder } from '#src/server/gateways/paypal.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { findCheckout, lockCheckout, updateCheckout } from './checkout.repository.ts';
import { closeCheckout, holdEnd, secureHold } from './hold.ts';
import { findOrderOfCheckout } from './order.repository.ts';
import { placeOrder } from './place-order.ts';
import { giveBackStrayMoney } from './refund.service.ts';

export interface Settled {
  orderId: string;
  orderNumber: string;
  /** pending: ordered, but not to be shipped before PayPal has finished its checks. */
  status: 'success' | 'pending';
}

export interface SettleError {
  kind: 'payment_not_approved' | 'payment_declined' | 'checkout_closed' | 'sold_out' | 'paypal_err';
}

type Settlement = Result<Settled, SettleError>;

/** Longer than the network calls of one attempt can take; a claim that old belongs to a process that died. */
const CLAIM_MS = 120_000;
const WAIT_MS = 60_000;
const POLL_MS = 150;

/** What the first transaction decided: work on it, wait for whoever does, or an answer that stands. */
type Claim = { work: CheckoutRow & { paypal_order_id: string; capture_request_id: string }; fresh: boolean } | 'wait' | Settlement;

/**
 * The one way from approved to ordered. Called by the browser's return, the webhook and the reconcile job, in any order and
 * number, by any process: one order, the same answer.
 */
export async function settle(ctx: Context, checkoutId: string): Promise<Settlement> {
  const giveUp = Date.now() + WAIT_MS;
  for (;;) {
    const claim = await ctx.db.write((tx) => claimCheckout(ctx, tx, checkoutId));
    if (claim !== 'wait') return 'work' in claim ? work(ctx, claim) : claim;
    if (Date.now() > giveUp) return fail({ kind: 'paypal_err' });
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function claimCheckout(ctx: Context, tx: Parameters<Parameters<Context['db']['write']>[0]>[0], id: string): Promise<Claim> {
  const row = await lockCheckout(ctx.db, tx, id);
  if (!row) return fail({ kind: 'checkout_closed' });
  if (row.state === 'ordered') {
    const order = (await findOrderOfCheckout(tx, id))!;
    return ok(answerOf(order.id, order.order_number, order.payment_status === 'pending'));
  }
  if (row.state !== 'open') return fail({ kind: row.state === 'sold_out' ? 'sold_out' : 'checkout_closed' });
  if (!row.paypal_order_id) return fail({ kind: 'payment_not_approved' });
  const now = ctx.now();
  if (row.settling_until && row.settling_until > now.toISOString()) return 'wait';
  if (!(await secureHold(tx, row))) {
    await closeCheckout(ctx, tx, row, 'sold_out');
    return fail({ kind: 'sold_out' });
  }
  const claimed = {
    hold: 'held' as const,
    hold_expires_at: null,
    settling_by: randomUUID(),
    settling_until: new Date(now.getTime() + CLAIM_MS).toISOString(),
    capture_request_id: row.capture_request_id ?? `capture-${randomUUID()}`,
    updated_at: now.toISOString(),
  };
  await updateCheckout(tx, id, claimed);
  return { work: { ...row, ...claimed, paypal_order_id: row.paypal_order_id }, fresh: row.capture_request_id === null };
}

async function work(ctx: Context, { work: row, fresh }: Extract<Claim, { work: object }>): Promise<Settlement> {
  const found = await ctx.paypal.getOrder(row.paypal_order_id);
  if (!found.ok) return fresh || found.error.kind === 'not_found' ? withoutMoney(ctx, row, found.error) : maybeMoney(ctx, row, found.error);
  switch (found.value.status) {
    case 'COMPLETED':
      return withMoney(ctx, row, found.value);
    case 'APPROVED':
      return capture(ctx, row);
    case 'VOIDED':
      return withoutMoney(ctx, row, { kind: 'not_found', issue: 'VOIDED' });
    default:
      return withoutMoney(ctx, row, { kind: 'not_approved', issue: found.value.status });
  }
}

async function capture(ctx: Context, row: CheckoutRow & { paypal_order_id: string; capture_request_id: string }): Promise<Settlement> {
  const captured = await ctx.paypal.captureOrder(row.paypal_order_id, row.capture_request_id);
  if (captured.ok) return withMoney(ctx, row, captured.value);
  switch (captured.error.kind) {
    case 'already_captured': {
      const again = await ctx.paypal.getOrder(row.paypal_order_id);
      return again.ok ? withMoney(ctx, row, again.value) : maybeMoney(ctx, row, again.error);
    }
    case 'provider_down':
      return maybeMoney(ctx, row, captured.error);
    default:
      return withoutMoney(ctx, row, captured.error);
  }
}

/** PayPal has a capture, or says what became of it. */
async function withMoney(ctx: Context, row: CheckoutRow, order: PaypalOrder): Promise<Settlement> {
  const capture = order.captures.at(-1);
  if (!capture) return maybeMoney(ctx, row, { kind: 'rejected', issue: 'COMPLETED_WITHOUT_CAPTURE' });
  if (capture.status === 'DECLINED' || capture.status === 'FAILED')
    return withoutMoney(ctx, row, { kind: order.status === 'COMPLETED' ? 'refused' : 'declined', issue: capture.status });
  const placed = await ctx.db.write(async (tx) => {
    const current = await lockCheckout(ctx.db, tx, row.id);
    if (current?.state === 'ordered') return findOrderOfCheckout(tx, row.id);
    return current?.state === 'open' ? placeOrder(ctx, tx, current, capture) : undefined;
  });
  if (placed) return ok(answerOf(placed.id, placed.order_number, placed.payment_status === 'pending'));
  await giveBackStrayMoney(ctx, row.id, capture);
  return fail({ kind: 'checkout_closed' });
}

/** No money moved: the claim ends, and the hold runs again or ends too. */
async function withoutMoney(ctx: Context, { id, settling_by }: CheckoutRow, error: PaypalError): Promise<Settlement> {
  ctx.log.info({ checkout: id, error }, 'checkout not settled');
  await ctx.db.write(async (tx) => {
    const row = await lockCheckout(ctx.db, tx, id);
    if (row?.state !== 'open' || row.settling_by !== settling_by) return;
    if (error.kind === 'not_found') return closeCheckout(ctx, tx, row, 'expired');
    if (error.kind === 'refused') return closeCheckout(ctx, tx, row, 'refused');
    await updateCheckout(tx, id, {
      capture_request_id: null,
      settling_by: null,
      settling_until: null,
      // Asked too early, it holds no longer than it would have; a declined buyer gets time to choose again.
      hold_expires_at: holdEnd(error.kind === 'declined' ? ctx.now() : new Date(row.created_at)),
    });
  });
  const kinds: Partial<Record<PaypalError['kind'], SettleError['kind']>> = {
    not_approved: 'payment_not_approved',
    declined: 'payment_declined',
    refused: 'payment_declined',
    not_found: 'checkout_closed',
  };
  return fail({ kind: kinds[error.kind] ?? 'paypal_err' });
}

/** Nobody knows whether money moved: the hold stays, the Request-Id too, and the reconcile job asks again. */
async function maybeMoney(ctx: Context, { id, settling_by }: CheckoutRow, error: PaypalError): Promise<Settlement> {
  ctx.log.warn({ checkout: id, error }, 'capture unknown');
  await ctx.db.write(async (tx) => {
    const row = await findCheckout(tx, id);
    if (row?.settling_by === settling_by) await updateCheckout(tx, id, { settling_by: null, settling_until: null });
  });
  return fail({ kind: 'paypal_err' });
}

const answerOf = (orderId: string, orderNumber: string, pending: boolean): Settled => ({
  orderId,
  orderNumber,
  status: pending ? 'pending' : 'success',
});
