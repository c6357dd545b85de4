import { randomUUID } from 'node:crypto';
import { emailKey } from '#src/server/auth/email.ts';
import { orderNumbersIn } from '#src/features/orders/server/order-number.ts';
import { findOrderByNumber, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { WithdrawalRow } from '#src/server/db/tables/records.ts';
import type { WithdrawalValues } from '../withdrawal.ts';
import { enqueueReceipt, enqueueWithdrawalNotice } from './withdrawal-mails.ts';
import { casesWithLabelToTake } from './return-label.service.ts';
import { findCasesOfOrder, hasOrdered, insertWithdrawal } from './withdrawal.repository.ts';

/** Whether the address belongs to the named order, or to any order. */
export async function isBuyer(
  { db }: Context,
  { email, orderNumber }: Pick<WithdrawalValues, 'email' | 'orderNumber'>,
): Promise<boolean> {
  const key = emailKey(email);
  if (await hasOrdered(db.read, key)) return true;
  const order = await findNamedOrder(db.read, orderNumber);
  return order !== undefined && emailKey(order.email) === key;
}

/**
 * Stores a withdrawal. In the same transaction it writes the receipt, which the law requires at once (§356a (4) BGB),
 * and the notice to the shop. It never refuses a withdrawal, because the shop decides later whether it is in time and
 * which order it means. Without `acknowledge` no receipt is mailed, and the notice asks the shop to send one.
 */
export async function receiveWithdrawal(
  ctx: Context,
  locale: Locale,
  { name, email, orderNumber, part }: WithdrawalValues,
  { acknowledge }: { acknowledge: boolean },
): Promise<WithdrawalRow> {
  return ctx.db.write(async (tx) => {
    const order = await findNamedOrder(tx, orderNumber);
    const row: WithdrawalRow = {
      id: randomUUID(),
      name,
      email,
      order_number: orderNumber,
      part,
      verified: order && emailKey(order.email) === emailKey(email) ? 1 : 0,
      locale,
      created_at: ctx.now().toISOString(),
      order_id: order?.id ?? null,
      goods_back_at: null,
      closed_as: null,
      closed_at: null,
      closed_reason: null,
      reminded_at: null,
    };
    await insertWithdrawal(tx, row);
    if (acknowledge) await enqueueReceipt(ctx, tx, row, await offersLabel(ctx, tx, row, order));
    await enqueueWithdrawalNotice(ctx, tx, row, { order, isAcknowledged: acknowledge });
    return row;
  });
}

/** The order, if its buyer has withdrawn and may take a return label. */
async function offersLabel(
  ctx: Context,
  tx: Writer,
  { id, verified }: WithdrawalRow,
  order: StoredOrder | undefined,
): Promise<StoredOrder | undefined> {
  if (!order || verified === 0) return undefined;
  const own = (await findCasesOfOrder(tx, order.id)).filter((one) => one.id === id);
  return (await casesWithLabelToTake(ctx, tx, order, own, [])).length > 0 ? order : undefined;
}

async function findNamedOrder(db: Reader, words: string): Promise<StoredOrder | undefined> {
  for (const number of orderNumbersIn(words)) {
    const order = await findOrderByNumber(db, number);
    if (order) return order;
  }
  return undefined;
}
