import { formatDate } from '#src/i18n/format.ts';
import { DEFAULT_LOCALE, parseLocale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { VoucherRow } from '#src/server/db/tables/vouchers.ts';
import { findMailsNamed } from '#src/server/outbox/outbox.repository.ts';
import { enqueueMail, LEFT_PLACE } from '#src/server/outbox/outbox.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { codeParts, formerCode } from './voucher-mail.ts';

/** The ids of all mails with a voucher to its buyer begin like this. */
export const soldMails = (voucherId: string): string => `voucher-sold-${voucherId}`;

/** Writes the mail with a voucher that was just bought to its buyer: the code, and the PDF to print or give away. */
export async function enqueueSoldVoucher(
  ctx: Context,
  tx: Writer,
  voucher: VoucherRow,
  buyer: { email: string; name: string },
  /** Names a further mail with the same voucher. */
  again?: string,
): Promise<void> {
  const locale = parseLocale(voucher.locale) ?? DEFAULT_LOCALE;
  const t = translator(locale);
  const { recipient_name: name, send_on: day, sent_at: sentAt } = voucher;
  const present = (friend: string): string => {
    // A transfer may arrive after the chosen day.
    const isLater = day !== null && sentAt === null && day > germanDay(ctx.now().toISOString());
    return isLater
      ? t('giftVoucher:mail.gift', { name: friend, day: formatDate(day, locale) })
      : t('giftVoucher:mail.giftNow', { name: friend });
  };
  await enqueueMail(ctx, tx, {
    ...{
      id: soldMails(voucher.id) + (again ? `-${again}` : ''),
      kind: 'voucher',
      locale,
      to: buyer.email,
      voucherId: voucher.id,
    },
    reader: buyer.name,
    subject: t('giftVoucher:mail.subject', { value: LEFT_PLACE }),
    parts: [
      t('giftVoucher:mail.text'),
      ...formerCode(t, voucher, await findMailsNamed(tx, soldMails(voucher.id))),
      ...codeParts(ctx, t, voucher, locale),
      ...(name ? [present(name)] : []),
    ],
  });
}
