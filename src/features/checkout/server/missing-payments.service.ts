import type { Context } from '#src/server/context.ts';
import type { PaypalError, PaypalPayment } from '#src/server/gateways/paypal.ts';
import { ok, type Result } from '#src/shared/result.ts';
import { findKnownCaptures } from './payment.repository.ts';

/** PayPal answers for at most 31 days at once. */
const WINDOW_MS = 30 * 86_400_000;

/**
 * Payments at PayPal since a time that the shop has no record of, as after a restored backup. Payments that were denied or
 * given back are left out.
 */
export async function findMissingPayments(ctx: Context, since: Date): Promise<Result<PaypalPayment[], PaypalError>> {
  const missing: PaypalPayment[] = [];
  const now = ctx.now();
  for (let from = since; from < now; from = new Date(from.getTime() + WINDOW_MS)) {
    const until = new Date(Math.min(from.getTime() + WINDOW_MS, now.getTime()));
    for (let page = 1, pages = 1; page <= pages; page++) {
      const listed = await ctx.paypal.listPayments({ from, until }, page);
      if (!listed.ok) return listed;
      pages = listed.value.pages;
      const kept = listed.value.payments.filter(({ status }) => status === 'S' || status === 'P');
      const known = await findKnownCaptures(
        ctx.db.read,
        kept.map(({ id }) => id),
      );
      missing.push(...kept.filter(({ id }) => !known.has(id)));
    }
  }
  return ok(missing);
}
