import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { PaymentCaseRow } from '#src/server/db/tables/orders.ts';
import type { PaypalChargeback, PaypalDispute } from '#src/server/gateways/paypal.ts';
import { formatPrice } from '#src/i18n/format.ts';
import type { Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { findCheckout, lockCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { findOrderOfCheckout, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { mailAfterStop } from '#src/features/orders/server/gift-voucher/sold-voucher.ts';
import { findCase, saveCase, updateCase } from '#src/features/orders/server/payment-case.repository.ts';
import {
  findPayment,
  findPaymentOfCheckout,
  findRefundByPaypalId,
  findRefundsOf,
  insertRefund,
  lockPayment,
} from '#src/features/orders/server/payment.repository.ts';
import { NO_DETAILS, sumOfMoney } from '#src/features/orders/server/refund-details.ts';
import { dueOfCheckout } from '#src/features/orders/voucher-part.ts';
import { findAnswer } from './case-answer.repository.ts';
import { closeCoveredDisputes, isCovered, isLost } from './covered-disputes.ts';
import { enqueueCaseNotice } from './payment-case-mail.ts';
import { lossId, nameBookedLoss, recordRefund } from './refund-record.ts';

/**
 * Stores that PayPal or the buyer's bank took money back, and informs the owner. It is not a refund: the claim against
 * the buyer continues until the owner gives it up (docs/decisions/066). False while the shop does not know the payment.
 */
export async function recordChargeback(ctx: Context, { id, captureId, amount }: PaypalChargeback): Promise<boolean> {
  return ctx.db.write(async (tx) => {
    const payment = captureId ? await lockPayment(ctx.db, tx, captureId) : undefined;
    if (!payment) return false;
    const checkoutId = payment.checkout_id;
    // Versions before 0055 stored reversals as refunds.
    if ((await findCase(tx, { id, checkout_id: checkoutId })) || (await findRefundByPaypalId(tx, id))) return true;
    // It took the money of a dispute that the owner has given up.
    if (await nameBookedLoss(tx, payment, { id, amount })) return true;
    const order = await findOrderOfCheckout(tx, checkoutId);
    const at = ctx.now().toISOString();
    const row: PaymentCaseRow = {
      id,
      checkout_id: checkoutId,
      kind: 'chargeback',
      state: order ? 'undecided' : 'closed',
      amount_cents: Math.min(amount, payment.amount_cents),
      reason: null,
      outcome: null,
      respond_by: null,
      opened_at: at,
      news_at: at,
      closed_at: order ? null : at,
    };
    await saveCase(tx, row);
    // This reversal took the money of a lost dispute, so the owner decides once.
    await closeCoveredDisputes(ctx, tx, checkoutId);
    await enqueueCaseNotice(ctx, tx, row, 'opened');
    return true;
  });
}

/**
 * Stores a dispute's event for each of the shop's payments in it. False to retry, because an order may still be placed.
 */
export async function recordDispute(ctx: Context, dispute: PaypalDispute): Promise<boolean> {
  const checkoutIds = await findDisputed(ctx.db.read, dispute);
  let isNoted = checkoutIds.length > 0;
  for (const id of checkoutIds)
    isNoted = (await ctx.db.write((tx) => recordDisputeOf(ctx, tx, dispute, id))) && isNoted;
  return isNoted;
}

/** The checkouts of a dispute; empty when it concerns other payments of the PayPal account. */
export async function findDisputed(db: Reader, { payments }: PaypalDispute): Promise<string[]> {
  const found = new Set<string>();
  for (const { captureId, checkoutIds } of payments) {
    const payment = captureId ? await findPayment(db, captureId) : undefined;
    if (payment) found.add(payment.checkout_id);
    else for (const id of checkoutIds) if (await findCheckout(db, id)) found.add(id);
  }
  return [...found];
}

async function recordDisputeOf(ctx: Context, tx: Writer, dispute: PaypalDispute, checkoutId: string): Promise<boolean> {
  const checkout = await lockCheckout(ctx.db, tx, checkoutId);
  if (!checkout || checkout.state === 'open') return false;
  const now = ctx.now().toISOString();
  const newsAt = dispute.updatedAt ?? now;
  const known = await findCase(tx, { id: dispute.id, checkout_id: checkoutId });
  if (known && (newsAt < known.news_at || (newsAt === known.news_at && known.state !== 'open'))) return true;
  // PayPal has nothing of what a gift voucher paid.
  const due = dueOfCheckout(checkout);
  const amount = Math.min(dispute.amount || due, due);
  const state = await stateOf(tx, dispute, { checkoutId, amount });
  // Only a decision of PayPal reopens a case that the owner has closed.
  if (known?.state === 'closed' && state === 'open') return true;
  const row: PaymentCaseRow = {
    id: dispute.id,
    checkout_id: checkoutId,
    kind: 'dispute',
    state,
    amount_cents: amount,
    reason: dispute.reason ?? known?.reason ?? null,
    outcome: dispute.isResolved ? (dispute.outcome ?? null) : null,
    respond_by: dispute.respondBy ?? null,
    opened_at: known?.opened_at ?? now,
    news_at: newsAt,
    closed_at: state === 'closed' ? now : null,
  };
  await saveCase(tx, row);
  if (state === 'undecided' && (await hasAcceptedClaim(tx, dispute.id))) await acceptLoss(ctx, tx, row);
  const order = await findOrderOfCheckout(tx, checkoutId);
  if (order) await mailAfterStop(ctx, tx, order.id);
  if (!known && !dispute.isResolved) await enqueueCaseNotice(ctx, tx, row, 'opened');
  if (dispute.isResolved && known?.state !== 'closed') await enqueueCaseNotice(ctx, tx, row, 'ended');
  return true;
}

async function stateOf(
  tx: Writer,
  { isResolved, outcome }: PaypalDispute,
  { checkoutId, amount }: { checkoutId: string; amount: Cents },
): Promise<PaymentCaseRow['state']> {
  if (!(await findOrderOfCheckout(tx, checkoutId))) return 'closed';
  if (!isResolved) return 'open';
  return !isLost(outcome) || (await isCovered(tx, checkoutId, amount)) ? 'closed' : 'undecided';
}

/** Whether the shop accepted the claim at PayPal, so that the owner has already decided. */
const hasAcceptedClaim = async (tx: Writer, id: string): Promise<boolean> =>
  (await findAnswer(tx, { case_id: id, kind: 'accept' }))?.state === 'sent';

/** Closes a case whose money is lost, and books the money as paid back. */
async function acceptLoss(ctx: Context, tx: Writer, row: PaymentCaseRow): Promise<void> {
  await updateCase(tx, row, { state: 'closed', outcome: 'accepted', closed_at: ctx.now().toISOString() });
  await giveUp(ctx, tx, row);
}

export type CaseDecision = 'accept' | 'lost' | 'drop';
export type CaseRefusal = { kind: 'case_closed' | 'case_not_decided' | 'case_refund_waits' };

/**
 * The owner's decision. `accept` gives up the claim: the lost money counts as refunded, with its credit note. `lost`
 * does the same for a dispute whose end PayPal did not report. `drop` changes no money: it came back, or PayPal decided
 * in the shop's favour. After each, the order can be packed again.
 */
export async function decideCase(
  ctx: Context,
  { id: orderId, checkoutId, orderNumber }: StoredOrder,
  id: string,
  decision: CaseDecision,
): Promise<Result<void, CaseRefusal>> {
  return ctx.db.write(async (tx) => {
    await lockCheckout(ctx.db, tx, checkoutId);
    const row = await findCase(tx, { id, checkout_id: checkoutId });
    if (!row || row.state === 'closed') return fail({ kind: 'case_closed' });
    if (decision === 'accept' && row.state !== 'undecided') return fail({ kind: 'case_not_decided' });
    if (decision !== 'drop' && (await dependsOnRefund(tx, row))) return fail({ kind: 'case_refund_waits' });
    const at = ctx.now().toISOString();
    if (decision === 'drop') await updateCase(tx, row, { state: 'closed', outcome: 'dropped', closed_at: at });
    else await acceptLoss(ctx, tx, row);
    await mailAfterStop(ctx, tx, orderId);
    const act = decision === 'drop' ? 'order.dropCase' : 'order.acceptCase';
    await recordAct(ctx, tx, {
      act,
      subject: 'order',
      id: orderNumber,
      after: { case: id, amount: formatPrice(row.amount_cents) },
    });
    return ok(undefined);
  });
}

/** Whether a refund without an outcome affects how much of the case is left to book: PayPal may still refuse it. */
async function dependsOnRefund(tx: Writer, { checkout_id, amount_cents }: PaymentCaseRow): Promise<boolean> {
  const payment = await findPaymentOfCheckout(tx, checkout_id);
  if (!payment) return false;
  const refunds = await findRefundsOf(tx, payment.capture_id);
  const waits = refunds.some(({ status }) => status === 'requested' || status === 'pending');
  return waits && payment.amount_cents - sumOfMoney(refunds) < amount_cents;
}

/** Books the money of a case as refunded, except for the part that is refunded already. */
async function giveUp(ctx: Context, tx: Writer, { id, checkout_id, amount_cents }: PaymentCaseRow): Promise<void> {
  const payment = await findPaymentOfCheckout(tx, checkout_id);
  if (!payment) return;
  const left = payment.amount_cents - sumOfMoney(await findRefundsOf(tx, payment.capture_id));
  const amount = Math.min(amount_cents, left);
  if (amount <= 0) return;
  const row = {
    ...NO_DETAILS,
    request_id: lossId({ id, checkout_id }),
    capture_id: payment.capture_id,
    paypal_refund_id: null,
    amount_cents: amount,
    reason: 'chargeback' as const,
    status: 'completed' as const,
    check_at: null,
    created_at: ctx.now().toISOString(),
  };
  await insertRefund(tx, row);
  await recordRefund(ctx, tx, row, {
    id: row.request_id,
    status: 'COMPLETED',
    amount,
    captureId: payment.capture_id,
  });
}
