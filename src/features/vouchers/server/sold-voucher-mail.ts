import { formatDay, formatPrice } from '#src/i18n/format.ts';
import { DEFAULT_LOCALE, parseLocale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { VoucherRow } from '#src/server/db/tables/vouchers.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { openCode } from './voucher-code.ts';

/** Writes the mail with a voucher that was just bought to its buyer: the code, and the PDF to print or give away. */
export async function enqueueSoldVoucher(
  ctx: Context,
  tx: Writer,
  voucher: VoucherRow,
  buyer: { email: string; name: string },
): Promise<void> {
  const locale = parseLocale(voucher.locale) ?? DEFAULT_LOCALE;
  const t = translator(locale);
  const { recipient_name: name, send_on: day } = voucher;
  await enqueueMail(ctx, tx, {
    ...{ id: `voucher-sold-${voucher.id}`, kind: 'voucher', locale, to: buyer.email, voucherId: voucher.id },
    reader: buyer.name,
    subject: t('giftVoucher:mail.subject', { value: formatPrice(voucher.value_cents) }),
    parts: [
      t('giftVoucher:mail.text'),
      {
        kind: 'table',
        rows: [
          [t('vouchers:pdf.code'), openCode(ctx.config, voucher)!],
          [t('vouchers:desk.expires'), formatDay(voucher.expires_on, locale)],
        ],
      },
      t('vouchers:pdf.how', { url: ctx.config.siteUrl, field: t('codes:entry.ask') }),
      t('vouchers:pdf.keep'),
      ...(name && day ? [t('giftVoucher:mail.gift', { name, day: formatDay(day, locale) })] : []),
      ...(name && !day ? [t('giftVoucher:mail.giftNow', { name })] : []),
    ],
  });
}
