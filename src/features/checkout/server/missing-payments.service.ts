import type { Context } from '#src/server/context.ts';
import type { PaypalError, PaypalTransaction } from '#src/server/gateways/paypal.ts';
import { isPayment, listAllTransactions } from '#src/server/gateways/paypal/transaction-list.ts';
import { ok, type Result } from '#src/shared/result.ts';
import {
  findKnownCaptures,
  listPaymentsOfOrders,
  type PaymentOfOrder,
} from '#src/features/orders/server/payment.repository.ts';

/** Ids that one query looks up. */
const CHUNK = 1000;
/** PayPal lists a payment up to three hours after it was made. */
const LISTED_AFTER_MS = 3 * 3600_000;

interface Comparison {
  /**
   * Payments at PayPal that the shop has not recorded, for example after restoring a backup. Excludes denied and
   * refunded ones.
   */
  unknown: PaypalTransaction[];
  /** Payments of orders that PayPal does not list. */
  unlisted: PaymentOfOrder[];
}

/** Compares the payments since a time with what PayPal lists. */
export async function comparePayments(ctx: Context, since: Date): Promise<Result<Comparison, PaypalError>> {
  const now = ctx.now();
  const answer = await listAllTransactions(ctx.paypal, since, now);
  if (!answer.ok) return answer;
  const payments = answer.value.filter(isPayment);
  const listed = new Set(payments.map(({ id }) => id));
  const known = new Set<string>();
  for (let at = 0; at < payments.length; at += CHUNK) {
    const ids = payments.slice(at, at + CHUNK).map(({ id }) => id);
    for (const id of await findKnownCaptures(ctx.db.read, ids)) known.add(id);
  }
  const unknown = payments.filter(({ id, status }) => !known.has(id) && (status === 'S' || status === 'P'));
  const made = { from: since.toISOString(), until: new Date(now.getTime() - LISTED_AFTER_MS).toISOString() };
  const ofOrders = await listPaymentsOfOrders(ctx.db.read, made);
  return ok({ unknown, unlisted: ofOrders.filter(({ captureId }) => !listed.has(captureId)) });
}

/** Payments at PayPal since a time that the shop has not recorded. */
export async function findMissingPayments(
  ctx: Context,
  since: Date,
): Promise<Result<PaypalTransaction[], PaypalError>> {
  const compared = await comparePayments(ctx, since);
  return compared.ok ? ok(compared.value.unknown) : compared;
}
