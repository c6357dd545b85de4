/** The gift voucher of an order that buys one: it exists as soon as its money is there, and refunds take it away. */
import { sql } from 'kysely';
import { formatPrice } from '#src/i18n/format.ts';
import { DEFAULT_LOCALE, parseLocale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { VoucherRow } from '#src/server/db/tables/vouchers.ts';
import { findMailsNamed } from '#src/server/outbox/outbox.repository.ts';
import type { Cents } from '#src/shared/money.ts';
import { issueVoucher } from '#src/features/vouchers/server/issue-voucher.ts';
import { enqueueSoldVoucher, soldMails } from '#src/features/vouchers/server/sold-voucher-mail.ts';
import { enqueueVoucherChanged } from '#src/features/vouchers/server/voucher-changed-mail.ts';
import {
  findLastRefund,
  findSoldVoucher,
  sumOfRequests,
} from '#src/features/vouchers/server/sold-voucher.repository.ts';
import { refuseSending } from '#src/features/vouchers/server/voucher-acts.service.ts';
import {
  balanceIn,
  bookMovement,
  leftOf,
  lockVoucher,
  prolong,
} from '#src/features/vouchers/server/voucher.repository.ts';
import { newsOf } from '#src/features/vouchers/server/waiting-mail.ts';
import { forgetReceiver } from './forget-receiver.ts';
import { findOrder, moveOrder, type StoredOrder } from '../order.repository.ts';
import { findRefund } from '../payment.repository.ts';

/**
 * Issues the voucher of a paid order, once; nothing else is to be delivered. An order of goods has none. Call it before
 * the number of the invoice is taken.
 */
export async function issueSoldVoucher(ctx: Context, tx: Writer, orderId: string): Promise<void> {
  const order = (await findOrder(tx, orderId))!;
  const { giftVoucher: gift, total: value, checkoutId } = order;
  if (!gift || (await findSoldVoucher(tx, orderId))) return;
  const locale = parseLocale(order.locale) ?? DEFAULT_LOCALE;
  const { to } = gift;
  await issueVoucher(ctx, tx, {
    ...{ value, locale, orderId, origin: 'order', requestId: `order-${orderId}`, note: null },
    ...{ sender_name: to && gift.from, recipient_name: to && to.name, recipient_email: to && to.email },
    ...{ message: (to && to.message) || null, send_on: to && to.sendOn },
  });
  // The voucher deletes whom it is for sooner than the order.
  await forgetReceiver(tx, checkoutId);
  const at = ctx.now().toISOString();
  await moveOrder(tx, orderId, 'delivered', { deliveredAt: at, at });
}

/**
 * Writes the mail with the voucher to its buyer, after the one about the order, once for each address and code. While a
 * case or a withdrawal of the buyer stops the voucher, it waits for `mailAfterStop`.
 */
export async function mailSoldVoucher(ctx: Context, tx: Writer, orderId: string): Promise<void> {
  const voucher = await findSoldVoucher(tx, orderId);
  if (!voucher || (await refuseSending(ctx, tx, voucher))) return;
  const { email, clientName: name } = (await findOrder(tx, orderId))!;
  const mails = await findMailsNamed(tx, soldMails(voucher.id));
  const since = voucher.renewed_at ?? '';
  if (mails.some(({ recipient, created_at }) => recipient === email && created_at >= since)) return;
  // An earlier mail, perhaps to a wrong address, has another code.
  const again = voucher.renewed_at === null ? undefined : String(Date.parse(voucher.renewed_at));
  await enqueueSoldVoucher(ctx, tx, voucher, { email, name }, again);
}

/**
 * Writes the mails about a sold voucher that waited until a case or a withdrawal of its order ended: to the buyer with
 * the code, and to the friend about money that a failed refund had brought back.
 */
export async function mailAfterStop(ctx: Context, tx: Writer, orderId: string): Promise<void> {
  const sold = await findSoldVoucher(tx, orderId);
  // The buyer's email may be corrected at the same time, which renews the code.
  const voucher = sold && (await lockVoucher(ctx.db, tx, sold.id));
  if (!voucher) return;
  await mailSoldVoucher(ctx, tx, orderId);
  const last = await findLastRefund(tx, voucher);
  if (!last || last.amount_cents < 0) return;
  // A friend who heard nothing of a refund need not hear that it failed.
  if ((await findMailsNamed(tx, newsOf(voucher.id))).length === 0) return;
  const act = last.request_id.slice(REFUND.length);
  await enqueueVoucherChanged(ctx, tx, voucher, { change: last.amount_cents, act });
}

/** The requests of movements that follow a refund begin like this. */
const REFUND = 'refund-';

/** What is left of the voucher that an order has bought; undefined for an order of goods, or an unpaid one. */
export async function leftOfSold(
  db: Reader,
  order: Pick<StoredOrder, 'id' | 'giftVoucher'>,
): Promise<Cents | undefined> {
  const voucher = order.giftVoucher && (await findSoldVoucher(db, order.id));
  return voucher && Math.max(0, await leftOf(db, voucher.id));
}

/** Whether nothing is left of the voucher that an order has bought. `order`: the column with its id. */
export const isSoldSpent = (order: string) => sql<boolean>`exists (select 1 from vouchers sold
  where sold.order_id = ${sql.ref(order)} and sold.origin = 'order' and ${balanceIn('sold.id')} <= 0)`;

/** Nobody pays with the voucher until the transaction ends. */
export async function lockSoldVoucher(
  { db }: Pick<Context, 'db'>,
  tx: Writer,
  order: Pick<StoredOrder, 'id' | 'giftVoucher'>,
): Promise<VoucherRow | undefined> {
  const voucher = order.giftVoucher && (await findSoldVoucher(tx, order.id));
  return voucher && lockVoucher(db, tx, voucher.id);
}

/**
 * Takes a refund of an order out of the voucher that the order bought, or puts it back after the refund has failed;
 * repeated calls change nothing. Money that PayPal or a bank took back by itself may be more than is left: then the
 * voucher is below zero, so that what comes back to it later, or is no longer held, cannot be spent a second time.
 */
export async function followRefund(ctx: Context, tx: Writer, orderId: string, refundId: string): Promise<void> {
  const sold = await findSoldVoucher(tx, orderId);
  const voucher = sold && (await lockVoucher(ctx.db, tx, sold.id));
  const refund = voucher && (await findRefund(tx, refundId));
  if (!refund) return;
  const { cents: booked, count } = await sumOfRequests(tx, voucher.id, `${REFUND}${refundId}-`);
  const wanted = refund.status === 'failed' ? 0 : -refund.amount_cents;
  const change = wanted - booked;
  if (change === 0) return;
  const at = ctx.now().toISOString();
  const act = `${refundId}-${count}`;
  await bookMovement(tx, voucher.id, {
    ...{ at, kind: change < 0 ? 'paid_out' : 'returned', amount_cents: change },
    ...{ request_id: REFUND + act, who: refund.requested_by },
    // The order that was refunded.
    checkout_id: (await findOrder(tx, orderId))!.checkoutId,
  });
  // PayPal may refuse a refund after the voucher's last day. The returned money must not expire at once.
  if (change > 0) await prolong(tx, voucher, at);
  await enqueueVoucherChanged(ctx, tx, voucher, { change, act });
  // The mail to its buyer was not sent while nothing was left.
  if (change > 0) await mailSoldVoucher(ctx, tx, orderId);
  ctx.log.info({ voucher: voucher.id, refund: refundId, amount: formatPrice(change) }, 'voucher follows a refund');
}

/** Issues the voucher of an order whose full refund has failed, without its other refunds; false when there is one. */
export async function issueLate(
  ctx: Context,
  tx: Writer,
  orderId: string,
  refunds: readonly { request_id: string }[],
): Promise<boolean> {
  if (await findSoldVoucher(tx, orderId)) return false;
  await issueSoldVoucher(ctx, tx, orderId);
  for (const { request_id } of refunds) await followRefund(ctx, tx, orderId, request_id);
  return (await findSoldVoucher(tx, orderId)) !== undefined;
}
