/** A sold voucher that goes to its buyer once more: because staff say so, or because its mail went to a stranger. */
import { randomUUID } from 'node:crypto';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { deleteUnsentVoucherMails } from '#src/server/outbox/outbox.repository.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { enqueueSoldVoucher } from '#src/features/vouchers/server/sold-voucher-mail.ts';
import { sumOfRequests } from '#src/features/vouchers/server/sold-voucher.repository.ts';
import { refuseSending, type VoucherRefusal } from '#src/features/vouchers/server/voucher-acts.service.ts';
import { newVoucherCode, openCode } from '#src/features/vouchers/server/voucher-code.ts';
import { enqueueVoucher, mailsOf } from '#src/features/vouchers/server/voucher-mail.ts';
import { findStop } from '#src/features/vouchers/server/voucher-stop.ts';
import { leftOf, lockVoucher, updateVoucher } from '#src/features/vouchers/server/voucher.repository.ts';
import { whyNot } from '#src/features/vouchers/voucher.ts';
import { findOrder, type StoredOrder } from '../order.repository.ts';
import { lockSoldVoucher } from './sold-voucher.ts';

type NotSent = Exclude<VoucherRefusal, { values: object } | { marked: string[] }>;

/** Mails a voucher to the buyer's current address, and changes nothing else. */
export const sendToBuyer = (ctx: Context, voucherId: string): Promise<Result<'voucherSent', NotSent>> =>
  ctx.db.write(async (tx) => {
    const voucher = await lockVoucher(ctx.db, tx, voucherId);
    const order = voucher?.order_id && (await findOrder(tx, voucher.order_id));
    if (!voucher || !order) return fail({ kind: 'no_such_voucher' });
    const refused = await refuseSending(ctx, tx, voucher);
    if (refused) return fail(refused);
    if (openCode(ctx.config, voucher) === undefined) return fail({ kind: 'voucher_code_lost' });
    await enqueueSoldVoucher(ctx, tx, voucher, { email: order.email, name: order.clientName }, randomUUID());
    await recordAct(ctx, tx, { act: 'voucher.send', subject: 'voucher', id: voucherId });
    return ok('voucherSent');
  });

/**
 * After the mail with a voucher went to a wrong address (`given.email`): gives it another code and mails it to the
 * right one, `email`. A friend who was sent it gets the new code as well. While a case or a withdrawal stops the
 * voucher, both wait: for `mailAfterStop`, and for the job that mails vouchers. `kept`: somebody has spent of it or is
 * paying with it, it is locked, or its friend is unknown by now, so its code is still what the stranger may have read.
 */
export async function sendWithNewCode(
  ctx: Context,
  tx: Writer,
  given: StoredOrder,
  { email, again }: { email: string; again: string },
): Promise<'none' | 'renewed' | 'kept'> {
  const voucher = await lockSoldVoucher(ctx, tx, given);
  if (!voucher) return 'none';
  const left = await leftOf(tx, voucher.id);
  const held = (await sumOfRequests(tx, voucher.id, '')).cents - left;
  // Refunded, or expired.
  if (left <= 0 && held === 0 && !(await isSpent(tx, voucher.id))) return 'none';
  const isForgotten = voucher.sent_at !== null && voucher.recipient_email === null;
  const isOff = whyNot(voucher, germanDay(ctx.now().toISOString())) !== undefined;
  if (held > 0 || isForgotten || isOff || (await isSpent(tx, voucher.id))) return 'kept';
  const { code_hash, code_sealed, last_four } = newVoucherCode(ctx.config, voucher.id);
  const another = { code_hash, code_sealed, last_four, renewed_at: ctx.now().toISOString() };
  const isStopped = (await findStop(tx, voucher)) !== undefined;
  await updateVoucher(tx, voucher.id, { ...another, ...(isStopped && { sent_at: null }) });
  // A mail that still waits would carry the new code to the stranger.
  await deleteUnsentVoucherMails(tx, voucher.id);
  if (!isStopped) {
    const renewed = { ...voucher, ...another };
    await enqueueSoldVoucher(ctx, tx, renewed, { email, name: given.clientName }, again);
    if (voucher.sent_at !== null) await enqueueVoucher(ctx, tx, renewed, `${mailsOf(voucher.id)}-${again}`);
  }
  await recordAct(ctx, tx, { act: 'voucher.renew', subject: 'voucher', id: voucher.id });
  return 'renewed';
}

const isSpent = async (tx: Writer, voucherId: string): Promise<boolean> =>
  (await sumOfRequests(tx, voucherId, 'used-')).count > 0;
