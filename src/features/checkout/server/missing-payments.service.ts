import type { Context } from '#src/server/context.ts';
import type { PaypalError, PaypalPayment } from '#src/server/gateways/paypal.ts';
import { ok, type Result } from '#src/shared/result.ts';
import {
  findKnownCaptures,
  listPaymentsOfOrders,
  type PaymentOfOrder,
} from '#src/features/orders/server/payment.repository.ts';

/** PayPal returns at most 31 days at once. */
const WINDOW_MS = 30 * 86_400_000;
/** PayPal lists a payment up to three hours after it was made. */
const LISTED_AFTER_MS = 3 * 3600_000;

interface Comparison {
  /**
   * Payments at PayPal that the shop has not recorded, for example after restoring a backup. Excludes denied and
   * refunded ones.
   */
  unknown: PaypalPayment[];
  /** Payments of orders that PayPal does not list. */
  unlisted: PaymentOfOrder[];
}

/** Compares the payments since a time with what PayPal lists. */
export async function comparePayments(ctx: Context, since: Date): Promise<Result<Comparison, PaypalError>> {
  const unknown: PaypalPayment[] = [];
  const listed = new Set<string>();
  const now = ctx.now();
  // PayPal's times are whole seconds, and both ends of a window belong to it.
  const begin = since.getTime() - (since.getTime() % 1000);
  for (let from = new Date(begin); from < now; from = new Date(from.getTime() + WINDOW_MS)) {
    const until = new Date(Math.min(from.getTime() + WINDOW_MS - 1, now.getTime()));
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await ctx.paypal.listPayments({ from, until }, page);
      if (!answer.ok) return answer;
      pages = answer.value.pages;
      // A payment that PayPal adds meanwhile moves others to the next page.
      const kept = answer.value.payments.filter(
        ({ id, status }) => !listed.has(id) && (status === 'S' || status === 'P'),
      );
      for (const { id } of answer.value.payments) listed.add(id);
      const known = await findKnownCaptures(
        ctx.db.read,
        kept.map(({ id }) => id),
      );
      unknown.push(...kept.filter(({ id }) => !known.has(id)));
    }
  }
  const made = { from: since.toISOString(), until: new Date(now.getTime() - LISTED_AFTER_MS).toISOString() };
  const payments = await listPaymentsOfOrders(ctx.db.read, made);
  return ok({ unknown, unlisted: payments.filter(({ captureId }) => !listed.has(captureId)) });
}

/** Payments at PayPal since a time that the shop has not recorded. */
export async function findMissingPayments(ctx: Context, since: Date): Promise<Result<PaypalPayment[], PaypalError>> {
  const compared = await comparePayments(ctx, since);
  return compared.ok ? ok(compared.value.unknown) : compared;
}
