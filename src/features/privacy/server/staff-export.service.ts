import { toEuro } from '#src/shared/money.ts';
import { findVouchersSentTo } from '#src/features/vouchers/server/voucher-retention.repository.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { findOrders } from '#src/features/orders/server/order.repository.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import {
  findFruitlessGuestCheckouts,
  findGuestOrderIds,
  findMailsTo,
  findMessagesFrom,
  findRestockNoticesFor,
  findReviewReportsFrom,
  findWithdrawalsFrom,
} from './client-export.repository.ts';
import { collectClientData, toOrdersJson, unfinished } from './client-export.service.ts';

/**
 * What staff hand to a customer who asks for it (GDPR art. 15): the account's data, and what came from its address
 * without a login.
 */
export async function exportCustomer(ctx: Context, client: ClientRow) {
  await ctx.db.write((tx) => recordAct(ctx, tx, { act: 'customer.export', subject: 'customer', id: client.id }));
  return { ...(await collectClientData(ctx, client)), withoutSignIn: await collectUnsigned(ctx, client.email_key) };
}

/** Exports the data of an email address without an account; undefined when nothing is stored. */
export async function exportGuest(ctx: Context, email: string) {
  const data = await collectUnsigned(ctx, emailKey(email.trim()));
  return data && { email: email.trim(), ...data };
}

/**
 * What came from an address without a login, such as orders, messages and reports of reviews, with its mails; undefined
 * when there is nothing. A typed address does not prove who typed it, so staff send the file to that mailbox only.
 */
async function collectUnsigned(ctx: Context, key: string) {
  const { read } = ctx.db;
  const orders = await findOrders(read, await findGuestOrderIds(read, key));
  const checkouts = await findFruitlessGuestCheckouts(read, key);
  const [messages, withdrawals, notices, reports] = [
    await findMessagesFrom(read, key),
    await findWithdrawalsFrom(read, key),
    await findRestockNoticesFor(read, key),
    await findReviewReportsFrom(read, key),
  ];
  const vouchers = await findVouchersSentTo(read, key);
  const own = [...orders, ...checkouts, ...messages, ...withdrawals, ...notices, ...reports];
  if (own.length + vouchers.length === 0) return undefined;
  // The audit does not name the address, because its entries are kept longer.
  for (const { orderNumber } of orders)
    await ctx.db.write((tx) => recordAct(ctx, tx, { act: 'customer.export', subject: 'order', id: orderNumber }));
  // The shop's own address receives other people's messages, and a deleted account may have had this address.
  const addresses = [...own.map((row) => row.email), ...vouchers.map((row) => row.recipient_email!)];
  const mails = (await findMailsTo(read, [...new Set(addresses)])).filter((mail) =>
    [...own, ...vouchers].some(({ id }) => mail.id.includes(id)),
  );
  return {
    orders: await toOrdersJson(ctx, orders),
    unfinishedOrders: await unfinished(ctx, checkouts),
    messages: messages.map(({ id: _, ...row }) => row),
    withdrawals: withdrawals.map(({ id: _, ...row }) => row),
    restockNotices: notices.map(({ id: _, ...row }) => row),
    reviewReports: reports.map(({ id: _, ...row }) => row),
    giftVouchers: vouchers.map((row) => ({
      ...{ value: toEuro(row.value_cents), from: row.sender_name, for: row.recipient_name, message: row.message },
      ...{ issued: row.issued_at, sendOn: row.send_on, sent: row.sent_at },
    })),
    mails: mails.map((row) => ({ written: row.created_at, sent: row.sent_at, subject: row.subject })),
  };
}
