import type { Paper } from '#src/features/invoices/server/paper.ts';
import { formatDate, formatPrice } from '#src/i18n/format.ts';
import { DEFAULT_LOCALE, parseLocale, type Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { VoucherRow } from '#src/server/db/tables/vouchers.ts';
import { savedShop } from '#src/server/shop-file.ts';
import type { Cents } from '#src/shared/money.ts';
import { openCode } from './voucher-code.ts';
import { leftOf } from './voucher.repository.ts';

export interface VoucherFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The voucher on paper, with what is left of it (`known`); undefined when its code cannot be read. */
export async function renderVoucher(
  ctx: Pick<Context, 'config' | 'db' | 'now' | 'shop'>,
  voucher: VoucherRow,
  known?: Cents,
): Promise<VoucherFile | undefined> {
  const code = openCode(ctx.config, voucher);
  if (code === undefined) return undefined;
  const locale = parseLocale(voucher.locale) ?? DEFAULT_LOCALE;
  const t = translator(locale);
  const { company } = savedShop(ctx);
  const left = known ?? (await leftOf(ctx.db.read, voucher.id));
  // pdfkit takes a tenth of a second to load, which would delay every start of the server.
  const { writePdf } = await import('#src/features/invoices/server/pdf-file.ts');
  const title = `${t('vouchers:pdf.title')} ${formatPrice(left)}`;
  const facts = { title, author: company.name, locale, at: voucher.issued_at, foot: t('vouchers:pdf.title') };
  const bytes = await writePdf(facts, (paper) => write(paper, ctx, { voucher, code, locale, left }));
  return { name: `voucher-${voucher.last_four}.pdf`, bytes };
}

interface Printed {
  voucher: VoucherRow;
  code: string;
  locale: Locale;
  left: Cents;
}

function write(paper: Paper, ctx: Pick<Context, 'config' | 'shop'>, { voucher, code, locale, left }: Printed): void {
  const t = translator(locale);
  const { company } = savedShop(ctx);
  const { sender_name: sender, recipient_name: recipient, message } = voucher;
  paper.banner(ctx.shop.terms.name);
  paper.space(48);
  paper.heading(t('vouchers:pdf.title'));
  paper.space(6);
  paper.lines([formatPrice(left)], { size: 44 });
  paper.space(20);
  if (recipient) paper.lines([t('vouchers:pdf.for', { name: recipient })], { size: 14 });
  if (sender) paper.lines([t('vouchers:pdf.from', { name: sender })], { size: 14 });
  if (message) {
    paper.space(14);
    paper.lines([message], { size: 12 });
  }
  paper.space(40);
  paper.lines([t('vouchers:pdf.code')], { size: 9 });
  paper.lines([code], { size: 26 });
  paper.space(6);
  paper.lines([t('vouchers:pdf.until', { day: formatDate(voucher.expires_on, locale) })], { size: 12 });
  paper.space(40);
  paper.lines(
    [t('vouchers:pdf.how', { url: ctx.config.siteUrl, field: t('codes:entry.ask') }), t('vouchers:pdf.keep')],
    { size: 10 },
  );
  paper.space(20);
  paper.lines([`${company.name} · ${company.street} · ${company.postalCode} ${company.city}`], { size: 9 });
}
