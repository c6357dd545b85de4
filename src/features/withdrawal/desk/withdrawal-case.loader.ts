import { loadPage } from '#src/desk/list-query.ts';
import { leftOfSold } from '#src/features/orders/server/gift-voucher/sold-voucher.ts';
import { findOrder, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { findNewsOf } from '#src/features/shipping/server/track.repository.ts';
import { findRefundsToTransfer } from '#src/features/transfers/server/transfer-file.repository.ts';
import type { Context } from '#src/server/context.ts';
import { findAnswers } from '#src/server/outbox/answer-mail.ts';
import { findCase } from '../server/withdrawal-case.service.ts';
import { loadReturns } from '../server/order-returns.loader.ts';
import { findOpenCasesOf, pageOfCases } from '../server/withdrawal.repository.ts';

export const loadCaseList = ({ db }: Context, url: URL) =>
  loadPage(url, (limit, offset) => pageOfCases(db.read, limit, offset));

/** The open withdrawals from an order, longest waiting first. */
export const loadOpenCases = ({ db }: Context, { id }: StoredOrder) => findOpenCasesOf(db.read, [id]);

/** The withdrawal with this id, and its order, if known. */
export async function loadCase(ctx: Context, id: string) {
  const found = await findCase(ctx, id);
  if (!found.ok || found.value.id !== id) return undefined;
  const { order_id: orderId } = found.value;
  return { withdrawalCase: found.value, order: orderId ? await findOrder(ctx.db.read, orderId) : undefined };
}

/** What was done about a withdrawal. */
export async function loadCaseProgress({ db: { read } }: Context, id: string, order: StoredOrder | undefined) {
  return {
    /** The owner has to transfer a refund. */
    isOwed:
      !!order?.transfer &&
      (await findRefundsToTransfer(read)).some(({ order_number: number }) => number === order.orderNumber),
    voucherLeft: order && (await leftOfSold(read, order)),
    news: order ? await findNewsOf(read, order.id) : [],
    returns: order && (await loadReturns(read, order.id)),
    answers: await findAnswers(read, 'withdrawal_answer', id),
  };
}
