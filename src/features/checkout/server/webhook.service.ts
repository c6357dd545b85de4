import type { Context } from '#src/server/context.ts';
import { readPaypalEvent } from '#src/server/gateways/paypal/webhook.ts';
import { findEventsDue, insertEvent, lockEvent, updateEvent } from './paypal-event.repository.ts';
import { actOnEvent } from './payment-news.service.ts';

const RETRY_MS = 60_000;
/** Longer than acting on one event takes. */
const CLAIM_MS = 180_000;
/** An event that concerns nothing we know is looked at this long: its order may come after it. */
const UNMATCHED_MS = 3 * 24 * 3600_000;

const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/** Stores a verified event, one that is known already too, and answers its id; undefined when it is none that we understand. */
export async function receiveEvent(ctx: Context, body: string): Promise<string | undefined> {
  const event = readPaypalEvent(body);
  if (!event) return undefined;
  const now = ctx.now();
  const row = { id: event.id, type: event.type, body, receivedAt: now.toISOString(), checkAt: now.toISOString() };
  await ctx.db.write((tx) => insertEvent(tx, row));
  return event.id;
}

/** Acts on a stored event, unless that is done or another process is at it. */
export async function processEvent(ctx: Context, id: string): Promise<void> {
  const row = await ctx.db.write(async (tx) => {
    const now = ctx.now();
    const found = await lockEvent(ctx.db, tx, id);
    if (!found?.check_at || found.check_at > now.toISOString()) return undefined;
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
    updateEvent(tx, id, done ? { processed_at: now.toISOString(), check_at: null } : { check_at: isOld ? null : later(now, RETRY_MS) }),
  );
}

export async function processDueEvents(ctx: Context): Promise<void> {
  for (const { id } of await findEventsDue(ctx.db.read, ctx.now().toISOString())) await processEvent(ctx, id);
}
