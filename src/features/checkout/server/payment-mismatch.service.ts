import type { Context } from '#src/server/context.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import type { PaypalCapture } from '#src/server/gateways/paypal.ts';
import { fail, type Result } from '#src/shared/result.ts';
import { lockCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { closeCheckout } from './hold.ts';
import type { Mismatch } from './payment-match.ts';
import { enqueueMismatchNotice } from './payment-mismatch-mail.ts';
import { giveBackStrayMoney, recordStrayMoney, sendStrayMoney } from './stray-money.service.ts';

/**
 * Closes a checkout whose PayPal order does not match. Captures nothing, and refunds `capture` if PayPal took money
 * already.
 */
export async function refuseMismatch(
  ctx: Context,
  checkout: Pick<CheckoutRow, 'id' | 'settling_by'>,
  { mismatches, capture }: { mismatches: Mismatch[]; capture?: PaypalCapture },
): Promise<Result<never, { kind: 'payment_mismatch' | 'checkout_closed' | 'paypal_err' }>> {
  const { id } = checkout;
  ctx.log.error({ checkout: id, capture: capture?.id, mismatches }, 'payment is not the checkout’s');
  const closed = await ctx.db.write(async (tx) => {
    const row = await lockCheckout(ctx.db, tx, id);
    if (row?.state !== 'open') return { state: row?.state };
    // Another process took over the claim and may be capturing now.
    if (!capture && row.settling_by !== checkout.settling_by) return { state: row.state };
    await closeCheckout(ctx, tx, row, 'mismatched');
    await enqueueMismatchNotice(ctx, tx, row, { mismatches, captureId: capture?.id });
    // In the same transaction, because no job checks a closed checkout again.
    const refund = capture && (await recordStrayMoney(ctx, tx, { ...row, state: 'mismatched' }, capture));
    return { state: 'mismatched', refund };
  });
  if (capture && closed.refund) await sendStrayMoney(ctx, capture, closed.refund);
  else if (capture) await giveBackStrayMoney(ctx, id, capture);
  if (closed.state === 'open') return fail({ kind: 'paypal_err' });
  return fail({ kind: closed.state === 'mismatched' ? 'payment_mismatch' : 'checkout_closed' });
}
