import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { PaymentRow } from '#src/server/db/tables/orders.ts';
import { berlinMidnight, germanDay } from '#src/shared/german-day.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { restockCheckout } from '#src/features/checkout/server/hold.ts';
import { giveVoucherBack } from '#src/features/checkout/server/voucher-payment.ts';
import { NOT_HELD, updateCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { enqueueOrderNews } from '#src/features/orders/server/mails/order-news-mail.ts';
import { updateOrder, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { cancelOrderInvoice } from '#src/features/orders/server/order-invoice.ts';
import { recordArrival } from '#src/features/orders/server/payment-arrival.ts';
import { lockPayment, updatePayment } from '#src/features/orders/server/payment.repository.ts';
import type { BankEntry } from '../bank-entry.ts';
import { enqueueTransferEnded } from './transfer-mail.ts';
import { isEntryBooked, updateTransfer } from './transfer.repository.ts';

/** In characters, as SEPA allows. */
const LONGEST_NAME = 70;

/** The order is not paid by transfer, its money has arrived, or it is cancelled. */
interface NotWaiting {
  kind: 'no_open_transfer';
}

type Outcome = Result<void, NotWaiting>;

/** The typed day does not exist, is before the order, or is in the future. */
interface NotTheDay {
  kind: 'transfer_day';
}

/** Runs for an order that waits for its transfer; its payment is locked. */
async function whileWaiting(
  ctx: Context,
  tx: Writer,
  order: StoredOrder,
  act: (payment: PaymentRow) => Promise<void>,
): Promise<Outcome> {
  const payment = order.transfer && order.captureId ? await lockPayment(ctx.db, tx, order.captureId) : undefined;
  if (payment?.status !== 'PENDING') return fail({ kind: 'no_open_transfer' });
  await act(payment);
  return ok(undefined);
}

/** The moment for the books of a day from the order until today, in ISO-8601; undefined for any other day. */
function bookedMoment({ now }: Context, { orderedAt }: StoredOrder, day: string): string | undefined {
  const at = now().toISOString();
  const today = germanDay(at);
  if (day === today) return at;
  return day >= germanDay(orderedAt) && day < today ? berlinMidnight(day) : undefined;
}

interface Arrival {
  /** The bank's booking day, such as 2026-11-25; today by default. */
  day?: string;
  /** The entry of the bank statement, with the buyer's account for a refund. */
  entry?: Pick<BankEntry, 'key' | 'account' | 'name'>;
}

/** The whole amount has arrived in the shop's account: the order gets its invoice and may be packed. */
export async function recordTransfer(
  ctx: Context,
  order: StoredOrder,
  { day, entry }: Arrival = {},
): Promise<Outcome | Result<never, NotTheDay>> {
  const bookedAt = day ? bookedMoment(ctx, order, day) : ctx.now().toISOString();
  if (bookedAt === undefined) return fail({ kind: 'transfer_day' });
  return ctx.db.write(async (tx) => {
    // Two windows may show the same statement.
    if (entry) await ctx.db.lock(tx, `bank-entry-${entry.key}`);
    if (entry && (await isEntryBooked(tx, entry.key))) return fail({ kind: 'no_open_transfer' });
    return whileWaiting(ctx, tx, order, async ({ capture_id: id, amount_cents: amount }) => {
      const at = ctx.now().toISOString();
      await updatePayment(tx, id, { status: 'COMPLETED', updated_at: at });
      // The invoice names the day.
      await updateTransfer(tx, order.checkoutId, { booked_at: bookedAt });
      const { hadInvoice } = await recordArrival(ctx, tx, order.id, 'paid');
      await updateTransfer(tx, order.checkoutId, {
        check_at: null,
        entry: entry?.key ?? null,
        invoice_paid_at: hadInvoice ? bookedAt : null,
        ...(entry?.account && { payer_iban: entry.account, payer_name: entry.name.slice(0, LONGEST_NAME) || null }),
      });
      await updateCheckout(tx, order.checkoutId, NOT_HELD);
      const after = { amount: formatPrice(amount) };
      await recordAct(ctx, tx, { act: 'order.paid', subject: 'order', id: order.orderNumber, after });
    });
  });
}

/** Cancels an unpaid order at the owner's wish. */
export const cancelTransfer = (ctx: Context, order: StoredOrder): Promise<Outcome> =>
  ctx.db.write(async (tx) => {
    const ended = await endTransfer(ctx, tx, order, 'cancelled');
    if (ended.ok) await recordAct(ctx, tx, { act: 'order.cancel', subject: 'order', id: order.orderNumber });
    return ended;
  });

/** Cancels an unpaid order with its invoice, returns its units to the stock, and mails buyer and shop. */
export const endTransfer = (
  ctx: Context,
  tx: Writer,
  order: StoredOrder,
  why: 'cancelled' | 'overdue',
): Promise<Outcome> =>
  whileWaiting(ctx, tx, order, async ({ capture_id: id }) => {
    const at = ctx.now().toISOString();
    await updatePayment(tx, id, { status: 'DECLINED', updated_at: at });
    await updateTransfer(tx, order.checkoutId, { check_at: null });
    await restockCheckout(ctx, tx, order.checkoutId);
    await giveVoucherBack(ctx, tx, order.checkoutId);
    const creditNote = await cancelOrderInvoice(ctx, tx, order.id);
    await updateOrder(tx, order.id, { payment_status: 'cancelled', updated_at: at });
    await enqueueTransferEnded(ctx, tx, order, { why, creditNoteId: creditNote?.id });
    await enqueueOrderNews(ctx, tx, order.id, 'denied');
  });
