import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { withLease } from '#src/server/db/lease.ts';
import { tryStep } from '#src/server/try-step.ts';
import { DAY_MS, germanDay } from '#src/shared/german-day.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { isOverdue, isReadyToCollect, lastDayToCollect, reminderTime } from '#src/features/orders/collection.ts';
import { lockOrder } from '../delivery.service.ts';
import { findOrder, type StoredOrder } from '../order.repository.ts';
import { enqueueCollectionReminder } from './collection-mail.ts';
import { isReady, loadPacking } from '../packing.loader.ts';
import { findParcelsOf } from '../parcel.repository.ts';
import {
  findCollection,
  findCollectionRow,
  findCollectionsDue,
  postponeCollection,
  updateCollection,
} from './collection.repository.ts';

/** The longest time that an order may wait (`collection.keepDays`). */
const LONGEST_MS = 61 * DAY_MS;
const FAILED_MS = 3600_000;

/** Reminds the buyers of orders whose last day comes near, each once. */
export async function remindOfCollections(ctx: Context): Promise<void> {
  await withLease(ctx, 'collections', async () => {
    for (const row of await findCollectionsDue(ctx.db.read, ctx.now().toISOString(), LONGEST_MS)) {
      const step = { subject: row.order_id, failed: 'buyer not reminded of a collection' };
      if (await tryStep(ctx, step, () => ctx.db.write((tx) => remind(ctx, tx, row.order_id)))) continue;
      const until = new Date(ctx.now().getTime() + FAILED_MS).toISOString();
      await ctx.db.write((tx) => postponeCollection(tx, row, until));
    }
  });
}

async function remind(ctx: Context, tx: Writer, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, tx, (await findOrder(tx, orderId))!);
  const row = await findCollectionRow(tx, orderId);
  if (!row?.check_at) return;
  const now = ctx.now();
  const { parcels } = await loadPacking(tx, order);
  const waiting = parcels.filter(({ parcel }) => isReadyToCollect(order, [parcel]));
  // After days of standstill the last day may be over: then a person decides, and nobody is reminded of it.
  const isLate = isOverdue({ lastDay: row.last_day }, now);
  if (!isLate && waiting.length > 0 && !waiting.some(isReady)) {
    // Nothing may be handed out today. Tomorrow a person may have decided.
    await updateCollection(tx, orderId, { check_at: new Date(now.getTime() + DAY_MS).toISOString() });
    return;
  }
  await updateCollection(tx, orderId, { check_at: null, reminded_at: now.toISOString() });
  if (!isLate && waiting.length > 0) await enqueueCollectionReminder(ctx, tx, order);
}

/** Keeps an order as many days longer as the shop keeps any. Its buyer is reminded again. */
export async function keepLonger(ctx: Context, given: StoredOrder): Promise<Result<string, { kind: 'not_ready' }>> {
  return ctx.db.write(async (tx): Promise<Result<string, { kind: 'not_ready' }>> => {
    const order = await lockOrder(ctx, tx, given);
    const collection = await findCollection(tx, order.id);
    if (!collection || !isReadyToCollect(order, await findParcelsOf(tx, order))) return fail({ kind: 'not_ready' });
    const today = germanDay(ctx.now().toISOString());
    const from = collection.lastDay > today ? collection.lastDay : today;
    const last_day = lastDayToCollect(from, ctx.shop.collection.keepDays, ctx.shop.shipping.breaks);
    await updateCollection(tx, order.id, { last_day, check_at: reminderTime(last_day), reminded_at: null });
    await recordAct(ctx, tx, {
      act: 'order.keepLonger',
      subject: 'order',
      id: order.orderNumber,
      before: { lastDay: collection.lastDay },
      after: { lastDay: last_day },
    });
    return ok(last_day);
  });
}
