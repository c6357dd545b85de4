import { randomUUID } from 'node:crypto';
import { returnStock, takeStock } from '#src/features/catalogue/server/stock.repository.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { RefundRow } from '#src/server/db/tables/orders.ts';
import type { PaypalError, PaypalRefund } from '#src/server/gateways/paypal.ts';
import type { Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { endSale, updateCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { isTransferId } from '#src/features/orders/transfer.ts';
import { moneyOf } from '#src/features/orders/voucher-part.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import {
  findRefundsOf,
  insertRefund,
  lockPayment,
  updateRefund,
} from '#src/features/orders/server/payment.repository.ts';
import { followRefund, lockSoldVoucher } from '#src/features/orders/server/gift-voucher/sold-voucher.ts';
import { linesOf, NO_DETAILS, restockedOf, type RestockedLine } from '#src/features/orders/server/refund-details.ts';
import { planRefund, type PlanRefusal, type RefundWish } from './refund-plan.ts';
import { isFailed, recordRefundOf, recordFailure, recordRefund } from './refund-record.ts';
import { enqueueRefundTrouble } from './refund-trouble-mail.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** PayPal remembers a refund's Request-Id for 45 days; later the same request would pay again. */
const SAFE_MS = 44 * 24 * HOUR_MS;

const later = ({ now }: Pick<Context, 'now'>, ms: number) => new Date(now().getTime() + ms).toISOString();

/** The row of a refund, stored before the call to PayPal. */
export const newRefund = (
  ctx: Context,
  row: Pick<RefundRow, 'request_id' | 'capture_id' | 'amount_cents' | 'reason'>,
): RefundRow => ({
  ...NO_DETAILS,
  ...row,
  paypal_refund_id: null,
  status: 'requested',
  check_at: later(ctx, MINUTE_MS),
  created_at: ctx.now().toISOString(),
});

/** The same refund is not made twice within this time unless `again` says so. */
const REPEAT_MS = HOUR_MS;

export type RefundRefusal =
  | PaypalError
  | PlanRefusal
  | { kind: 'changed'; amount: Cents }
  | { kind: 'repeated'; amount: Cents; at: string };

export interface RefundOrder extends RefundWish {
  /** The amount that the person saw and confirmed; the refund is refused if it differs. */
  confirmed?: Cents | undefined;
  /** Allows an equal refund within the last hour. */
  again?: boolean | undefined;
  /** The actor for the audit. */
  who?: string | undefined;
}

interface Refunded {
  amount: Cents;
  /** How much of it returned, or will, to the gift voucher. */
  toVoucher: Cents;
  /** `pending`: PayPal may still refuse it. `owed`: the owner transfers the money and then says so. */
  state: 'made' | 'pending' | 'owed';
}

/**
 * Refunds lines of an order, an amount, or everything not yet refunded. A repeated call resumes an equal pending
 * refund.
 */
export async function refundOrder(
  ctx: Context,
  order: StoredOrder,
  wish: RefundOrder,
): Promise<Result<Refunded, RefundRefusal>> {
  const prepared = await ctx.db.write((tx) => prepareRefund(ctx, tx, order, wish));
  if (!prepared.ok) return prepared;
  const { amount_cents: amount, voucher_cents: toVoucher, status } = prepared.value;
  if (status === 'completed') return ok({ amount, toVoucher, state: 'made' });
  if (order.transfer) return ok({ amount, toVoucher, state: 'owed' });
  const sent = await sendRefund(ctx, prepared.value);
  return sent.ok ? ok({ amount, toVoucher, state: sent.value.status === 'PENDING' ? 'pending' : 'made' }) : sent;
}

/**
 * Stores the refund before PayPal is called, so that a stopped process cannot lose it, and returns its units to the
 * stock.
 */
async function prepareRefund(
  ctx: Context,
  tx: Writer,
  order: StoredOrder,
  wish: RefundOrder,
): Promise<Result<RefundRow, RefundRefusal>> {
  const payment = order.captureId ? await lockPayment(ctx.db, tx, order.captureId) : undefined;
  const earlier = payment && !wish.again ? await findEqualRefund(ctx, tx, payment.capture_id, wish) : undefined;
  if (earlier && isUnanswered(earlier)) return ok(earlier);
  if (earlier) return fail({ kind: 'repeated', amount: earlier.amount_cents, at: earlier.created_at });
  await lockSoldVoucher(ctx, tx, order);
  const planned = await planRefund(tx, order, payment, wish);
  if (!planned.ok) return planned;
  const { amount, toVoucher, lines, shares, restock } = planned.value;
  if (wish.confirmed !== undefined && wish.confirmed !== amount) return fail({ kind: 'changed', amount });
  const row: RefundRow = {
    ...newRefund(ctx, {
      request_id: `owner-${randomUUID()}`,
      capture_id: payment!.capture_id,
      amount_cents: amount,
      reason: 'owner',
    }),
    lines: wish.lines ? JSON.stringify(lines) : null,
    shares: JSON.stringify(shares),
    restocked: JSON.stringify(restock),
    voucher_cents: toVoucher,
    requested_by: wish.who ?? null,
    // Only the owner can transfer money.
    ...(order.transfer && { check_at: null }),
  };
  await insertRefund(tx, row);
  await followRefund(ctx, tx, order.id, row.request_id);
  await returnUnits(ctx, tx, order, payment!.capture_id, restock);
  const named = restock.map(({ code, units }) => ({ code, name: lineOf(order, code).name, units }));
  const after = {
    amount: formatPrice(amount),
    ...(toVoucher > 0 && { voucher: formatPrice(toVoucher) }),
    ...(wish.lines && { lines }),
    ...(named.length > 0 && { restock: named }),
  };
  const act = order.transfer && moneyOf(row) > 0 ? 'order.refundOwed' : 'order.refund';
  await recordAct(ctx, tx, { act, subject: 'order', id: order.orderNumber, after });
  return ok(moneyOf(row) > 0 ? row : await completeAtOnce(ctx, tx, row));
}

/** A refund that only returns to a gift voucher does not wait for PayPal or a bank. */
async function completeAtOnce(ctx: Context, tx: Writer, row: RefundRow): Promise<RefundRow> {
  const { request_id: id, capture_id: captureId } = row;
  await recordRefund(ctx, tx, row, { id, captureId, status: 'COMPLETED', amount: 0 });
  return { ...row, status: 'completed' };
}

async function returnUnits(
  ctx: Context,
  tx: Writer,
  order: StoredOrder,
  captureId: string,
  restock: RestockedLine[],
): Promise<void> {
  if (restock.length === 0) return;
  await returnStock(
    ctx,
    tx,
    restock.map(({ code, units }) => ({ productId: lineOf(order, code).productId, quantity: units })),
    { reason: 'returned', checkoutId: order.checkoutId },
  );
  const unitsOf = (counted: number[]) => counted.reduce((sum, units) => sum + units, 0);
  const returned = unitsOf((await findRefundsOf(tx, captureId)).flatMap(restockedOf).map(({ units }) => units));
  if (returned === unitsOf(order.lines.map(({ quantity }) => quantity))) await endSale(tx, order.checkoutId);
}

/**
 * Takes the units that a refund returned out of the stock again, all or none. Returns the name of a product that has
 * too few of them, or is not for sale.
 */
export async function takeUnitsBack(
  ctx: Context,
  tx: Writer,
  order: StoredOrder,
  restocked: RestockedLine[],
): Promise<string | undefined> {
  if (restocked.length === 0) return undefined;
  const lines = restocked.map(({ code, units }) => ({ ...lineOf(order, code), quantity: units }));
  const missing = await takeStock(ctx, tx, lines, { reason: 'return_undone', checkoutId: order.checkoutId });
  if (missing.length > 0) return lines.find(({ productId }) => missing.includes(productId))!.name;
  // When all units were back, the sale had ended.
  await updateCheckout(tx, order.checkoutId, { hold: 'sold' });
  return undefined;
}

const lineOf = ({ lines }: StoredOrder, code: string) => lines.find((line) => line.code === code)!;

/** Whether PayPal's answer is missing. A refund that the owner still has to transfer is complete without one. */
const isUnanswered = ({ status, capture_id: id }: RefundRow): boolean => status === 'requested' && !isTransferId(id);

/** A refund of the last hour with the same amount or the same lines, because a stopped command is often repeated. */
async function findEqualRefund(
  ctx: Context,
  tx: Writer,
  captureId: string,
  { lines, amount }: RefundWish,
): Promise<RefundRow | undefined> {
  const since = ctx.now().getTime() - REPEAT_MS;
  const recent = (await findRefundsOf(tx, captureId)).filter(
    (row) =>
      row.reason === 'owner' && (isUnanswered(row) || (row.status !== 'failed' && Date.parse(row.created_at) > since)),
  );
  if (!lines) return amount === undefined ? undefined : recent.find((row) => !row.lines && row.amount_cents === amount);
  const namesOf = (named: { code: string }[]) =>
    named
      .map(({ code }) => code.toLowerCase())
      .toSorted()
      .join();
  return recent.find((row) => {
    const given = linesOf(row);
    // The rest of a line has another amount than an earlier part of it, so only explicit units can be compared.
    const isEqual = lines.every(({ code, units }) =>
      given.some(
        (line) => line.code.toLowerCase() === code.toLowerCase() && (line.units === units || isUnanswered(row)),
      ),
    );
    return (
      row.lines && isEqual && namesOf(given) === namesOf(lines) && (amount === undefined || row.amount_cents === amount)
    );
  });
}

/** Asks PayPal for the outcome of a pending refund. */
async function askAgain(ctx: Context, row: RefundRow, refundId: string): Promise<Result<PaypalRefund, PaypalError>> {
  const answer = await ctx.paypal.getRefund(refundId);
  await ctx.db.write(async (tx) => {
    await lockPayment(ctx.db, tx, row.capture_id);
    if (answer.ok) await recordRefund(ctx, tx, row, answer.value);
    else await updateRefund(tx, row.request_id, { check_at: later(ctx, HOUR_MS) });
  });
  return answer;
}

/** Sends a stored refund to PayPal, which pays once however often it is repeated. Checks a pending one. */
export async function sendRefund(ctx: Context, row: RefundRow): Promise<Result<PaypalRefund, PaypalError>> {
  const { request_id: id, capture_id: captureId } = row;
  const amount = moneyOf(row);
  if (row.status === 'pending' && row.paypal_refund_id) return askAgain(ctx, row, row.paypal_refund_id);
  const isTooOld = row.status === 'requested' && Date.parse(row.created_at) + SAFE_MS < ctx.now().getTime();
  // A mismatched capture may have another currency, so PayPal refunds all that is left of it, whatever the amount.
  const whole = row.reason === 'mismatch';
  const answer = isTooOld ? TOO_OLD : await ctx.paypal.refundCapture(captureId, id, whole ? undefined : amount);
  await ctx.db.write(async (tx) => {
    await lockPayment(ctx.db, tx, captureId);
    if (answer.ok) return recordRefund(ctx, tx, row, answer.value);
    ctx.log.error({ capture: captureId, refund: id, error: answer.error }, 'refund failed');
    if (isFinal(answer.error)) return recordFailure(ctx, tx, row, answer.error.issue);
    return postpone(ctx, tx, row, answer.error);
  });
  if (!answer.ok) return answer;
  ctx.log.info({ capture: captureId, refund: id, cents: amount, status: answer.value.status }, 'refunded');
  return isFailed(answer.value) ? fail({ kind: 'refused', issue: answer.value.status }) : answer;
}

/** PayPal was unreachable for so long that the same request might pay twice. */
const TOO_OLD = fail({ kind: 'rejected' as const, issue: 'TOO_OLD' });

/** Retries a refund that has no outcome yet. The owner gets one mail about the reason of a temporary refusal. */
async function postpone(ctx: Context, tx: Writer, row: RefundRow, { kind, issue }: PaypalError): Promise<void> {
  const isTold = kind === 'provider_down' || row.issue !== null;
  await updateRefund(tx, row.request_id, {
    check_at: later(ctx, kind === 'provider_down' ? MINUTE_MS : HOUR_MS),
    ...(kind !== 'provider_down' && { issue }),
  });
  if (!isTold) await enqueueRefundTrouble(ctx, tx, row, { issue, isFinal: false });
}

/** Whether PayPal will never make this refund: nothing was done, and the same request would get the same answer. */
export const isFinal = ({ kind }: PaypalError): boolean => kind !== 'provider_down' && kind !== 'not_now';

/**
 * Stores a refund that PayPal reported: the shop's own, or one made in PayPal's pages. False to retry later, because
 * its capture is unknown or the shop's own refund is still pending.
 */
export async function recordReportedRefund(ctx: Context, refund: PaypalRefund): Promise<boolean> {
  return ctx.db.write(async (tx) => {
    const payment = refund.captureId ? await lockPayment(ctx.db, tx, refund.captureId) : undefined;
    return payment ? recordRefundOf(ctx, tx, payment, refund) : false;
  });
}
