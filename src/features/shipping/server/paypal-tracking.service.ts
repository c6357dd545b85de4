import { createHash } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import { withLease } from '#src/server/db/lease.ts';
import { nextTry } from '#src/server/db/waiting.ts';
import type { PaypalError } from '#src/server/gateways/paypal.ts';
import { tryStep } from '#src/server/try-step.ts';
import type { Result } from '#src/shared/result.ts';
import { paypalCarrier } from '../paypal-carrier.ts';
import {
  findTrackersDue,
  findUndoneTrackers,
  findUntoldParcels,
  openTracker,
  updateTracker,
} from './paypal-tracker.repository.ts';

const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 6 * 60 * MINUTE_MS;
/** After this time the shop gives up reporting a parcel. */
const LATEST_MS = 30 * 24 * 60 * MINUTE_MS;

type Due = Awaited<ReturnType<typeof findTrackersDue>>[number];

/**
 * Tells PayPal the numbers of parcels that are on their way, because its seller protection asks for them, and takes
 * them back when a hand-over was undone. It compares parcels with what PayPal knows, so that no parcel ever waits for
 * PayPal.
 */
export async function tellPaypalOfParcels(ctx: Context): Promise<void> {
  await withLease(ctx, 'paypal-tracking', async () => {
    const now = ctx.now().toISOString();
    const since = new Date(ctx.now().getTime() - LATEST_MS).toISOString();
    await ctx.db.write(async (tx) => {
      for (const parcel of await findUntoldParcels(tx, since)) await openTracker(tx, parcel, now);
      for (const parcel of await findUndoneTrackers(tx, since))
        await updateTracker(tx, parcel, { state: 'leaving', tries: 0, check_at: now });
    });
    for (const due of await findTrackersDue(ctx.db.read, { since, now, longestMs: LONGEST_WAIT_MS }))
      if (!(await tryStep(ctx, step(due), () => (due.state === 'leaving' ? withdraw(ctx, due) : tell(ctx, due)))))
        await ctx.db.write((tx) => updateTracker(tx, due, later(ctx, due)));
  });
}

const step = ({ orderNumber }: Due) => ({ subject: orderNumber, failed: 'PayPal not told the number of a parcel' });

const later = ({ now }: Context, due: Due) => nextTry(now(), due, LONGEST_WAIT_MS);

async function tell(ctx: Context, due: Due): Promise<void> {
  const { orderId, trackingNumber: number, round, captureId, paypalOrderId, carrier } = due;
  // Its label was changed a moment ago; the next run sees that.
  if (!carrier) return;
  // The same for each try of this hand-over, so that a lost answer makes no second tracker.
  const requestId = `track-${createHash('sha256').update(`${orderId} ${number} ${round}`).digest('base64url')}`;
  const added = await ctx.paypal.addTracker(
    { orderId: paypalOrderId!, captureId, number, ...paypalCarrier(carrier) },
    requestId,
  );
  await end(ctx, due, added, added.ok ? 'told' : 'refused');
}

/** PayPal answers `not_found` when it never got the number. */
async function withdraw(ctx: Context, due: Due): Promise<void> {
  const { paypalOrderId, captureId, trackingNumber: number } = due;
  await end(ctx, due, await ctx.paypal.cancelTracker({ orderId: paypalOrderId!, captureId, number }), 'withdrawn');
}

/** Stores the state after an answer. */
async function end(
  ctx: Context,
  due: Due,
  answer: Result<unknown, PaypalError>,
  state: 'told' | 'refused' | 'withdrawn',
): Promise<void> {
  const { orderNumber, trackingNumber } = due;
  const isAgain = !answer.ok && (answer.error.kind === 'provider_down' || answer.error.kind === 'not_now');
  if (!answer.ok)
    ctx.log[isAgain ? 'info' : 'warn'](
      { order: orderNumber, trackingNumber, error: answer.error },
      'PayPal did not take the number of a parcel',
    );
  const values = isAgain ? later(ctx, due) : { state, tries: 0, check_at: null };
  await ctx.db.write((tx) => updateTracker(tx, due, values));
}
