import type { Context } from '#src/server/context.ts';
import type { PaypalEvent } from '#src/server/gateways/paypal.ts';
import { readPaypalEvent } from '#src/server/gateways/paypal/webhook.ts';
import { tryStep } from '#src/server/try-step.ts';
import { isCheckLater } from '#src/features/orders/server/check-time.ts';
import { findCheckout, findCheckoutByPaypalOrder } from '#src/features/orders/server/checkout.repository.ts';
import { findDisputed } from '#src/features/refunds/server/payment-case.service.ts';
import { findPayment } from '#src/features/orders/server/payment.repository.ts';
import { findEventsDue, insertEvent, lockEvent, updateEvent } from './paypal-event.repository.ts';
import { actOnEvent } from './payment-news.service.ts';

const RETRY_MS = 60_000;
/** Longer than the work on one event takes. */
const CLAIM_MS = 180_000;
/** An event without a known checkout is retried for this long, because its order may arrive later. */
const UNMATCHED_MS = 3 * 24 * 3600_000;

const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/** The id of the event's checkout; undefined when the shop does not know it. */
export async function findConcerned({ db }: Context, event: PaypalEvent): Promise<string | undefined> {
  const { orderId, checkoutId, dispute } = event;
  if (dispute) return (await findDisputed(db.read, dispute))[0];
  const ofOrder = orderId && (await findCheckoutByPaypalOrder(db.read, orderId));
  const checkout = ofOrder || (checkoutId && (await findCheckout(db.read, checkoutId)));
  if (checkout) return checkout.id;
  const captureId = event.refund?.captureId ?? event.chargeback?.captureId;
  return captureId ? (await findPayment(db.read, captureId))?.checkout_id : undefined;
}

/** Stores a verified event; a known event stays unchanged. `body`: as PayPal sent it. */
export async function receiveEvent(ctx: Context, event: PaypalEvent, body: string): Promise<void> {
  const now = ctx.now();
  const row = { id: event.id, type: event.type, body, receivedAt: now.toISOString(), checkAt: now.toISOString() };
  await ctx.db.write((tx) => insertEvent(tx, row));
}

/** Processes a stored event, unless it is finished or another process is processing it. */
export async function processEvent(ctx: Context, id: string): Promise<void> {
  const row = await ctx.db.write(async (tx) => {
    const now = ctx.now();
    const found = await lockEvent(ctx.db, tx, id);
    if (!found?.check_at || isCheckLater(found.check_at, now.toISOString())) return undefined;
    await updateEvent(tx, id, { check_at: later(now, CLAIM_MS) });
    return found;
  });
  const event = row && readPaypalEvent(row.body);
  if (!event) return;
  let done = false;
  try {
    done = await actOnEvent(ctx, event);
  } catch (error) {
    ctx.log.error({ err: error, event: id }, 'PayPal event not processed yet');
  }
  const now = ctx.now();
  const isOld = now.getTime() - Date.parse(row.received_at) > UNMATCHED_MS;
  await ctx.db.write((tx) =>
    updateEvent(
      tx,
      id,
      done ? { processed_at: now.toISOString(), check_at: null } : { check_at: isOld ? null : later(now, RETRY_MS) },
    ),
  );
}

export async function processDueEvents(ctx: Context): Promise<void> {
  for (const { id } of await findEventsDue(ctx.db.read, ctx.now().toISOString()))
    await tryStep(ctx, { subject: id, failed: 'PayPal event not processed yet' }, () => processEvent(ctx, id));
}
