import { emailKey } from '#src/server/auth/email.ts';
import { findOrders } from '#src/features/orders/server/order.repository.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import { findGuestOrderIds, findMailsTo, findMessagesFrom, findWithdrawalsFrom } from './client-export.repository.ts';
import { toOrdersJson } from './client-export.service.ts';

/**
 * What the shop stores under an address that has no account (GDPR art. 15): orders, messages, withdrawals and mails. undefined when
 * there is nothing. A typed address does not prove who typed it, so a person of the shop hands it only to that mailbox.
 */
export async function exportGuest(ctx: Context, email: string) {
  const { read } = ctx.db;
  const key = emailKey(email.trim());
  const orders = await findOrders(read, await findGuestOrderIds(read, key));
  const [messages, withdrawals] = [await findMessagesFrom(read, key), await findWithdrawalsFrom(read, key)];
  if (orders.length + messages.length + withdrawals.length === 0) return undefined;
  // The address itself is not recorded, because the record outlives it.
  for (const { orderNumber } of orders)
    await ctx.db.write((tx) => recordAct(ctx, tx, { act: 'customer.export', subject: 'order', id: orderNumber }));
  const recipients = [...new Set([...orders, ...messages, ...withdrawals].map((row) => row.email))];
  const mails = await findMailsTo(read, recipients);
  return {
    email: email.trim(),
    orders: await toOrdersJson(ctx, orders),
    messages,
    withdrawals,
    mails: mails.map((row) => ({ written: row.created_at, sent: row.sent_at, subject: row.subject })),
  };
}
