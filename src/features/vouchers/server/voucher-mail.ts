import { formatDate } from '#src/i18n/format.ts';
import { DEFAULT_LOCALE, parseLocale, type Locale } from '#src/i18n/locales.ts';
import { translator, type Translate } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { OutboxRow } from '#src/server/db/tables/records.ts';
import type { VoucherRow } from '#src/server/db/tables/vouchers.ts';
import { findMailsNamed } from '#src/server/outbox/outbox.repository.ts';
import { CODE_PLACE, enqueueMail, LEFT_PLACE } from '#src/server/outbox/outbox.ts';
import type { MailPart } from '#src/server/outbox/mail-body.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { openCode } from './voucher-code.ts';

/** The ids of all mails with a voucher to its recipient begin like this, and so do copies to others. */
export const mailsOf = (voucherId: string): string => `voucher-${voucherId}`;

/** The code, until when it is valid, and how to pay with it. */
export const codeParts = (
  { config }: Pick<Context, 'config'>,
  t: Translate,
  { expires_on }: Pick<VoucherRow, 'expires_on'>,
  locale: Locale,
): MailPart[] => [
  {
    kind: 'table',
    rows: [
      [t('vouchers:pdf.code'), CODE_PLACE],
      [t('vouchers:desk.expires'), formatDate(expires_on, locale)],
    ],
  },
  t('vouchers:pdf.how', { url: config.siteUrl, field: t('codes:entry.ask') }),
  t('vouchers:pdf.keep'),
];

/**
 * The sentence for a reader who got an earlier code, in the first mail with the present one. `earlier`: the mails with
 * the voucher to that reader; for a sold voucher, to any address that its buyer has had.
 */
export function formerCode(
  t: Translate,
  { renewed_at: since }: Pick<VoucherRow, 'renewed_at'>,
  earlier: readonly OutboxRow[],
): string[] {
  if (since === null) return [];
  // A mail has the code of the moment when it is sent.
  const withPresent = earlier.filter(({ sent_at }) => sent_at === null || sent_at > since);
  const hadCode = withPresent.length < earlier.length;
  const isSaid = withPresent.some(({ created_at, given_up_at }) => created_at >= since && given_up_at === null);
  return hadCode && !isSaid ? [t('vouchers:mail.renewed')] : [];
}

/**
 * Writes the mail with the code and the PDF to the recipient; false when the code cannot be read. It says nothing but
 * what belongs to the present, because its reader has not asked for mails.
 */
export async function enqueueVoucher(ctx: Context, tx: Writer, voucher: VoucherRow, mailId: string): Promise<boolean> {
  if (openCode(ctx.config, voucher) === undefined || voucher.recipient_email === null) return false;
  const locale = parseLocale(voucher.locale) ?? DEFAULT_LOCALE;
  const t = translator(locale);
  const link = (path: string) => ctx.config.siteUrl + localised(locale, path);
  const { sender_name: sender, recipient_name: reader, message } = voucher;
  const shop = ctx.shop.terms.name;
  const words: MailPart[] = message
    ? [
        {
          kind: 'quote',
          note: sender ? t('vouchers:mail.message', { name: sender }) : t('vouchers:mail.messageOfShop'),
          rows: [[message]],
        },
      ]
    : [];
  const earlier = (await findMailsNamed(tx, mailsOf(voucher.id))).filter(
    ({ recipient }) => recipient === voucher.recipient_email,
  );
  await enqueueMail(ctx, tx, {
    ...{ id: mailId, kind: 'voucher', locale, to: voucher.recipient_email, voucherId: voucher.id },
    ...(reader ? { reader } : {}),
    subject: t('vouchers:mail.subject', { value: LEFT_PLACE }),
    parts: [
      sender ? t('vouchers:mail.from', { name: sender, shop }) : t('vouchers:mail.shop', { shop }),
      ...words,
      ...formerCode(t, voucher, earlier),
      ...codeParts(ctx, t, voucher, locale),
      t('vouchers:mail.attached'),
      { kind: 'button', label: t('vouchers:mail.button'), href: link(pages.home()) },
      t('vouchers:mail.why', { email: voucher.recipient_email, url: link(pages.legal('privacy-policy')) }),
    ],
  });
  return true;
}
