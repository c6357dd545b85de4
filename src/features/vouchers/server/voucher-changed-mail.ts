import { formatDate, formatPrice } from '#src/i18n/format.ts';
import { DEFAULT_LOCALE, parseLocale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { VoucherRow } from '#src/server/db/tables/vouchers.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { shortCode, whyNot } from '../voucher.ts';
import { balanceOf, findVoucher } from './voucher.repository.ts';
import { findStop } from './voucher-stop.ts';
import { isUnknownToRecipient, newsOf } from './waiting-mail.ts';

/**
 * Tells the friend who was sent a voucher that a refund of its order has changed what it is worth. Without this mail
 * the friend would learn it from a refused code in the checkout. Call it after the movement is booked. A repeated act
 * passes the same `act`, so the mail is sent once.
 */
export async function enqueueVoucherChanged(
  ctx: Context,
  tx: Writer,
  voucher: VoucherRow,
  { change, act }: { change: Cents; act: string },
): Promise<void> {
  const { sent_at: sentAt, recipient_email: to, recipient_name: reader } = voucher;
  // Nobody has it yet, or its address is deleted. A mail that waits says what is left when it is sent.
  if (sentAt === null || to === null || (await isUnknownToRecipient(ctx, tx, voucher))) return;
  const balance = await balanceOf(tx, voucher.id);
  // Who has spent it loses nothing.
  if (balance <= 0 && balance - change <= 0) return;
  // Read again: money that came back may have moved its last day.
  const present = (await findVoucher(tx, voucher.id))!;
  if (balance > 0 && whyNot(present, germanDay(ctx.now().toISOString()))) return;
  // The money came back, but nobody can pay with it yet. `mailAfterStop` sends the mail later.
  if (change > 0 && (await findStop(tx, voucher))) return;
  const locale = parseLocale(voucher.locale) ?? DEFAULT_LOCALE;
  const t = translator(locale);
  const value = formatPrice(balance);
  const named = { code: shortCode(voucher), day: formatDate(sentAt, locale), value };
  const [subject, text] =
    balance <= 0
      ? ([t('vouchers:mail.voidSubject'), 'vouchers:mail.void'] as const)
      : ([
          t('vouchers:mail.changedSubject', { value }),
          change < 0 ? 'vouchers:mail.reduced' : 'vouchers:mail.restored',
        ] as const);
  const url = ctx.config.siteUrl + localised(locale, pages.legal('privacy-policy'));
  await enqueueMail(ctx, tx, {
    ...{ id: newsOf(voucher.id) + act, kind: 'voucher', locale, to, subject },
    ...(reader ? { reader } : {}),
    parts: [t(text, named), t('vouchers:mail.whyChanged', { email: to, url })],
  });
}
