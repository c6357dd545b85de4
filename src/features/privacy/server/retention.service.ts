import { randomUUID } from 'node:crypto';
import { deleteIdleAccounts, warnIdleAccounts } from '#src/features/account/server/idle-account.service.ts';
import { forgetReceivers } from '#src/features/orders/server/gift-voucher/forget-receiver.ts';
import { clearNotes, deleteOldOrders } from '#src/features/orders/server/order-deletion.repository.ts';
import { deleteCartsBefore } from '#src/features/account-cart/server/account-cart.repository.ts';
import { deleteContactMessages } from '#src/features/contact/server/contact.repository.ts';
import { deleteMovements } from '#src/features/invoices/server/paypal-movement.repository.ts';
import { deleteOldVouchers, forgetPeople } from '#src/features/vouchers/server/voucher-retention.repository.ts';
import { deleteWithdrawals } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import { deleteActsBefore } from '#src/server/audit/audit.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { deleteAllMails } from '#src/server/outbox/outbox.repository.ts';
import { tryEach } from '#src/server/try-step.ts';
import { ACCOUNT_YEARS, keptBefore, LETTER_YEARS, RECORD_YEARS } from '../retention.ts';
import { recordDeletion } from './deletion.repository.ts';

const RECORDS = `AO §147, HGB §257: records are kept for ${RECORD_YEARS} years from the end of the year`;
const LETTERS = `AO §147, HGB §257: business letters are kept for ${LETTER_YEARS} years from the end of the year`;
const ACCOUNTS =
  `GDPR 5(1)(e): claims about a customer's data are barred ${ACCOUNT_YEARS} years after the end of the year (BGB ` +
  '§195, §199)';
const IDLE = 'GDPR 5(1)(e): no sign-in and no order for 3 years, and none within a month of the warning';

/** A question that belongs to no contract is not a business letter. The privacy policy names this time. */
const QUESTION_MS = 365 * 24 * 3600_000;
const QUESTIONS = 'GDPR 5(1)(e): questions are kept for 12 months';

/** The privacy policy names this time. */
const CART_MS = 180 * 24 * 3600_000;
const CARTS = 'GDPR 5(1)(e): carts of accounts are kept for 180 days after their last change';

/** Deletes data whose legal retention has ended, and idle accounts; records each deletion. */
export async function endRetention(ctx: Context, stopping?: AbortSignal): Promise<void> {
  const steps = {
    orders: () => deleteOrders(ctx, stopping),
    letters: () => deleteLetters(ctx),
    vouchers: () => deleteVouchers(ctx),
    acts: () => deleteActs(ctx),
    warnings: () => warnIdleAccounts(ctx, stopping),
    accounts: () => deleteAccounts(ctx, stopping),
  };
  await tryEach(ctx, steps, stopping);
}

/** Each account is deleted in its own transaction; together they are one row, because the log shows few rows. */
async function deleteAccounts(ctx: Context, stopping?: AbortSignal): Promise<void> {
  const deletion = { id: randomUUID(), at: ctx.now().toISOString(), what: 'accounts', count: 1, reason: IDLE };
  await deleteIdleAccounts(ctx, (tx) => recordDeletion(tx, deletion), stopping);
}

/** Deletes the carts of accounts that were not changed for long; devices keep theirs. */
export async function deleteCarts({ now }: Pick<Context, 'now'>, tx: Writer): Promise<void> {
  const count = await deleteCartsBefore(tx, new Date(now().getTime() - CART_MS).toISOString());
  await recordDeletion(tx, { at: now().toISOString(), what: 'carts', count, reason: CARTS });
}

/** Deletes contact messages from people who never ordered. */
export async function deleteQuestions({ now }: Pick<Context, 'now'>, tx: Writer): Promise<void> {
  const before = new Date(now().getTime() - QUESTION_MS).toISOString();
  const count = await deleteContactMessages(tx, before, { keepBuyers: true });
  await recordDeletion(tx, { at: now().toISOString(), what: 'questions', count, reason: QUESTIONS });
}

/** The privacy policy and the mail with the voucher name this time. */
export const VOUCHER_MS = 90 * 24 * 3600_000;
const VOUCHERS = 'GDPR 5(1)(e): names and addresses of gift vouchers are kept for 90 days after the email';

/** Deletes who gave a gift voucher and who got it. */
export async function deletePeopleOfVouchers({ now }: Pick<Context, 'now'>, tx: Writer): Promise<void> {
  const before = new Date(now().getTime() - VOUCHER_MS).toISOString();
  // Vouchers are locked last, because a transaction that has locked a checkout may wait for its voucher.
  const count = (await forgetReceivers(tx, before)) + (await forgetPeople(tx, before));
  await recordDeletion(tx, { at: now().toISOString(), what: 'names of gift vouchers', count, reason: VOUCHERS });
}

async function deleteVouchers({ db, now }: Context): Promise<void> {
  await db.write(async (tx) => {
    const count = await deleteOldVouchers(tx, keptBefore(now(), RECORD_YEARS));
    await recordDeletion(tx, { at: now().toISOString(), what: 'gift vouchers', count, reason: RECORDS });
  });
}

/** Uses several transactions, so that buyers can order in between. */
async function deleteOrders(ctx: Context, stopping?: AbortSignal): Promise<void> {
  const before = keptBefore(ctx.now(), RECORD_YEARS);
  for (let isDone = false; !isDone && !stopping?.aborted;)
    await ctx.db.write(async (tx) => {
      const deleted = await deleteOldOrders(tx, before);
      isDone = deleted.checkouts === 0;
      const at = ctx.now().toISOString();
      await deleteMovements(tx, before);
      for (const what of ['orders', 'payments', 'invoices'] as const)
        await recordDeletion(tx, { at, what, count: deleted[what], reason: RECORDS });
    });
}

/**
 * Audit entries that name a customer are deleted together with their subject: shipping and refunds with the order,
 * answers with the letter. Entries about products, texts, staff and the shop name no customer and stay.
 */
async function deleteActs({ db }: Context): Promise<void> {
  // The database's clock, by which its trigger refuses to delete younger entries.
  const now = db.now();
  const at = now.toISOString();
  await db.write(async (tx) => {
    for (const [subjects, years, reason] of [
      // An order by phone that the buyer never placed need not be kept like an order.
      [['customer', 'offer', 'review'], ACCOUNT_YEARS, ACCOUNTS],
      [['withdrawal', 'message'], LETTER_YEARS, LETTERS],
      [['order', 'voucher'], RECORD_YEARS, RECORDS],
    ] as const) {
      const count = await deleteActsBefore(tx, [...subjects], keptBefore(now, years));
      await recordDeletion(tx, { at, what: 'audit entries', count, reason });
    }
  });
}

async function deleteLetters({ db, now }: Context): Promise<void> {
  const at = now().toISOString();
  const before = keptBefore(now(), LETTER_YEARS);
  await db.write(async (tx) => {
    const messages = await deleteContactMessages(tx, before, { keepBuyers: false });
    await recordDeletion(tx, { at, what: 'contact messages', count: messages, reason: LETTERS });
    await recordDeletion(tx, { at, what: 'withdrawals', count: await deleteWithdrawals(tx, before), reason: LETTERS });
    await recordDeletion(tx, { at, what: 'notes of buyers', count: await clearNotes(tx, before), reason: LETTERS });
    await recordDeletion(tx, { at, what: 'mails', count: await deleteAllMails(tx, before), reason: LETTERS });
  });
}
