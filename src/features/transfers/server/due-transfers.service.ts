import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { withLease } from '#src/server/db/lease.ts';
import { lockCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { findOrder } from '#src/features/orders/server/order.repository.ts';
import { findWithdrawnOrders } from '#src/features/orders/server/packing.repository.ts';
import { REMINDED_DAYS_BEFORE, transferEnd } from '#src/features/orders/transfer.ts';
import { enqueueTransferReminder } from './transfer-mail.ts';
import { findTransfer, findTransfersDue, MOST_DAYS, postponeTransfer, updateTransfer } from './transfer.repository.ts';
import { endTransfer } from './transfer.service.ts';
import { isBeforeDeadline } from '#src/server/db/waiting.ts';
import { tryStep } from '#src/server/try-step.ts';
import { DAY_MS } from '#src/shared/german-day.ts';

const FAILED_MS = 3600_000;

/** Reminds buyers whose last day comes near, and cancels orders whose last day is over. */
export async function checkTransfers(ctx: Context): Promise<void> {
  await withLease(ctx, 'transfers', async () => {
    for (const { orderId, ...due } of await findTransfersDue(ctx.db.read, ctx.now().toISOString())) {
      const step = { subject: orderId, failed: 'transfer not checked' };
      if (await tryStep(ctx, step, () => ctx.db.write((tx) => checkTransfer(ctx, tx, orderId, due.checkoutId))))
        continue;
      const until = new Date(ctx.now().getTime() + FAILED_MS).toISOString();
      await ctx.db.write((tx) => postponeTransfer(tx, due, until));
    }
  });
}

async function checkTransfer(ctx: Context, tx: Writer, orderId: string, checkoutId: string): Promise<void> {
  await lockCheckout(ctx.db, tx, checkoutId);
  const row = await findTransfer(tx, checkoutId);
  const order = await findOrder(tx, orderId);
  if (!order || !row?.check_at) return;
  const now = ctx.now().toISOString();
  // A buyer who has withdrawn owes nothing.
  const isWithdrawn = (await findWithdrawnOrders(tx, [order.id])).has(order.id);
  const isOver = !isBeforeDeadline(row.due_at, now, (MOST_DAYS + 1) * DAY_MS);
  if (isOver && (row.reminded_at || isWithdrawn)) {
    await endTransfer(ctx, tx, order, isWithdrawn ? 'cancelled' : 'overdue');
    return;
  }
  // The shop stood still for days, or its clock is ahead: its buyer still gets the days between reminder and end.
  const dueAt = isOver ? transferEnd(now, REMINDED_DAYS_BEFORE) : row.due_at;
  await updateTransfer(tx, checkoutId, { due_at: dueAt, check_at: dueAt, reminded_at: row.reminded_at ?? now });
  if (!row.reminded_at && !isWithdrawn) await enqueueTransferReminder(ctx, tx, (await findOrder(tx, order.id))!);
}
