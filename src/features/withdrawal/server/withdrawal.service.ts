import { randomUUID } from 'node:crypto';
import { emailKey } from '#src/features/account/client.ts';
import { orderNumbersIn } from '#src/features/checkout/server/order-number.ts';
import { findOrderByNumber, type StoredOrder } from '#src/features/checkout/server/order.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { WithdrawalRow } from '#src/server/db/schema.ts';
import type { WithdrawalValues } from '../withdrawal.ts';
import { enqueueReceipt, enqueueWithdrawalNotice } from './withdrawal-mails.ts';
import { hasOrdered, insertWithdrawal } from './withdrawal.repository.ts';

/** Whether the address belongs to somebody who ordered: of the named order, or of an account with any. */
export async function isBuyer({ db }: Context, { email, orderNumber }: Pick<WithdrawalValues, 'email' | 'orderNumber'>): Promise<boolean> {
  const key = emailKey(email);
  if (await hasOrdered(db.read, key)) return true;
  const order = await findNamedOrder(db.read, orderNumber);
  return order !== undefined && emailKey(order.email) === key;
}

/**
 * Keeps a withdrawal and, in the same transaction, writes the receipt that the law wants at once (§356a (4) BGB) and the
 * mail that tells the shop. Whether it is in time and of which order the shop judges afterwards: it is never turned away.
 * Without `acknowledge` no receipt is mailed, and the shop is asked to do it.
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
      verified: order ? 1 : 0,
      locale,
      created_at: ctx.now().toISOString(),
    };
    await insertWithdrawal(tx, row);
    if (acknowledge) await enqueueReceipt(ctx, tx, row);
    await enqueueWithdrawalNotice(ctx, tx, row, { order, isAcknowledged: acknowledge });
    return row;
  });
}

async function findNamedOrder(db: Reader, words: string): Promise<StoredOrder | undefined> {
  for (const number of orderNumbersIn(words)) {
    const order = await findOrderByNumber(db, number);
    if (order) return order;
  }
  return undefined;
}
