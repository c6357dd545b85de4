/**
 * Mails with a voucher while they wait in the outbox: what is left is read when they are sent, and where nothing is
 * left, nobody is sent a voucher of 0 EUR.
 */
import { formatPrice } from '#src/i18n/format.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { OutboxRow } from '#src/server/db/tables/records.ts';
import type { VoucherRow } from '#src/server/db/tables/vouchers.ts';
import {
  deleteUnsentMail,
  deleteUnsentMails,
  findMailsNamed,
  isUntried,
  lockMailsNamed,
} from '#src/server/outbox/outbox.repository.ts';
import { openCode } from './voucher-code.ts';
import { mailsOf } from './voucher-mail.ts';
import { renderVoucher, type VoucherFile } from './voucher-pdf.ts';
import { balanceOf, findVoucher, leftOf, lockVoucher, updateVoucher } from './voucher.repository.ts';

/** The beginning of the ids of mails that tell the recipient how a voucher has changed. */
export const newsOf = (voucherId: string): string => `voucher-changed-${voucherId}-`;

type Sending = OutboxRow & { voucher_id: string };

/**
 * The code of a mail, what is left of the voucher, and the attachment; undefined when the mail is not to be sent,
 * because nothing is left.
 */
export async function attachVoucher(
  ctx: Context,
  mail: Sending,
): Promise<{ code: string; left: string; files: VoucherFile[] } | undefined> {
  const { voucher_id: id } = mail;
  const voucher = await findVoucher(ctx.db.read, id);
  const code = voucher && openCode(ctx.config, voucher);
  if (!voucher || code === undefined) throw new Error(`The voucher ${id} of a mail cannot be printed`);
  const left = await leftOf(ctx.db.read, id);
  if (left <= 0) {
    if (await takeBack(ctx, mail)) return undefined;
    // For minutes, and then it is spent or all there again.
    throw new Error(`A checkout holds all that is left of the voucher ${id} of a mail`);
  }
  return { code, left: formatPrice(left), files: [(await renderVoucher(ctx, voucher, left))!] };
}

/**
 * Deletes a claimed mail whose voucher has nothing left; false when it has. A recipient who has no other mail about it
 * is sent it as if for the first time, should money come back.
 */
const takeBack = ({ db }: Pick<Context, 'db'>, mail: Sending): Promise<boolean> =>
  db.write(async (tx) => {
    const voucher = await lockVoucher(db, tx, mail.voucher_id);
    if (!voucher || (await balanceOf(tx, voucher.id)) > 0) return false;
    const others = (await findMailsNamed(tx, mailsOf(voucher.id))).filter(
      ({ id, recipient }) => id !== mail.id && recipient === mail.recipient,
    );
    const isOnly =
      mail.id.startsWith(mailsOf(voucher.id)) && mail.recipient === voucher.recipient_email && others.length === 0;
    await deleteUnsentMail(tx, mail.id);
    if (!isOnly) return true;
    await updateVoucher(tx, voucher.id, { sent_at: null });
    // This was the first attempt, so nobody knows of a voucher that is void.
    if (mail.attempts === 1 && mail.last_error === null) await deleteUnsentMails(tx, newsOf(voucher.id));
    return true;
  });

/**
 * Whether the recipient knows nothing of a voucher yet, because each mail with it still waits. Nobody begins to send
 * one until the transaction ends.
 */
export async function isUnknownToRecipient(
  { db }: Pick<Context, 'db'>,
  tx: Writer,
  { id, recipient_email: to }: Pick<VoucherRow, 'id' | 'recipient_email'>,
): Promise<boolean> {
  const mails = (await lockMailsNamed(db, tx, mailsOf(id))).filter(({ recipient }) => recipient === to);
  return mails.length > 0 && mails.every(isUntried);
}
