import type { Carrier } from '#src/features/shipping/carrier.ts';
import { carrierOf } from '#src/features/shipping/server/carrier.ts';
import { askCarrier } from '#src/features/shipping/server/refused-login.ts';
import type { Context } from '#src/server/context.ts';
import { withLease } from '#src/server/db/lease.ts';
import { nextTry } from '#src/server/db/waiting.ts';
import type { ReturnLabelRow } from '#src/server/db/tables/return-labels.ts';
import { tryStep } from '#src/server/try-step.ts';
import { findReturnsDue, updateReturnLabel } from './return-label.repository.ts';

const HOUR_MS = 3600_000;
/** As often as parcels to buyers. */
const PAUSE_MS = 6 * HOUR_MS;
const ROUND = 20;
/** Nobody uses a label that has waited so long, and carriers forget a parcel after some months. */
const LATEST_MS = 60 * 24 * HOUR_MS;

/** Asks the carrier about return parcels until each has arrived. Labels that nobody used end, with their files. */
export async function followReturns(ctx: Context): Promise<void> {
  const carrier = carrierOf(ctx);
  if (!carrier?.makeReturnLabel) return;
  await withLease(ctx, 'returns', async () => {
    const due = { now: ctx.now().toISOString(), longestMs: PAUSE_MS, limit: ROUND };
    for (const label of await findReturnsDue(ctx.db.read, due)) {
      let isThere = true;
      const step = { subject: label.reference, failed: 'return parcel not followed' };
      if (!(await tryStep(ctx, step, async () => void (isThere = await follow(ctx, carrier, label)))))
        await askLater(ctx, label);
      // The carrier is down or asks for a pause: the others wait for the next round.
      if (!isThere) break;
    }
  });
}

const askLater = (ctx: Context, label: ReturnLabelRow): Promise<boolean> =>
  ctx.db.write((tx) => updateReturnLabel(tx, label.reference, 'made', nextTry(ctx.now(), label, PAUSE_MS)));

/** Returns whether the carrier answered. */
async function follow(ctx: Context, carrier: Carrier, label: ReturnLabelRow): Promise<boolean> {
  const { reference, created_at, tracking_number, sent_at } = label;
  const now = ctx.now().getTime();
  const update = (values: Parameters<typeof updateReturnLabel>[3]) =>
    ctx.db.write((tx) => updateReturnLabel(tx, reference, 'made', values));
  const later = (ms: number) => new Date(now + ms).toISOString();
  if (Date.parse(created_at) < now - LATEST_MS) {
    await update({ check_at: null, pdf: null, qr: null, ...(!sent_at && { state: 'ended' }) });
    return true;
  }
  const answer = await askCarrier(ctx, carrier, tracking_number!);
  if (answer === 'not_now') {
    await askLater(ctx, label);
    return false;
  }
  if (answer === 'unknown') await update({ tries: 0, check_at: later(PAUSE_MS) });
  else
    await update({
      ...{ tries: 0, event_at: answer.at, event: answer.words, sent_at: sent_at ?? answer.at },
      ...(answer.isOver
        ? { arrived_at: answer.at, check_at: null, pdf: null, qr: null }
        : { check_at: later(PAUSE_MS) }),
    });
  return true;
}
