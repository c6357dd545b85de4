import { listStock } from '#src/features/catalogue/server/stock.repository.ts';
import { formatDate } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';
import { countWaitingReviews } from '#src/features/reviews/server/review-desk.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { MailPart } from '#src/server/outbox/mail-body.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { daysToRefund } from '#src/features/refunds/refund-deadline.ts';
import { orderNumbersIn } from '#src/features/orders/server/order-number.ts';
import { isReady, loadParcels } from '#src/features/orders/server/packing.loader.ts';
import { findOpenCases, type WithdrawalCase } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import { isRefundDue } from '#src/features/withdrawal/server/withdrawal-case.service.ts';
import { countOpenCases } from '#src/features/orders/server/payment-case.repository.ts';
import {
  countMailsGivenUp,
  countOpenMessages,
  countRefundsToTransfer,
  countUnknownPayments,
} from '#src/features/overview/server/waiting.repository.ts';
import { claimMorningMail } from './morning-mail.repository.ts';

const HOUR_MS = 3600_000;

/** The mail is sent between these hours in Germany; a shop that starts later waits for the next morning. */
const MORNING = { from: 7, until: 12 };

const berlin = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Berlin' });

/** Mails the pending work to the shop once a day; sends nothing when there is none. */
export async function sendMorningMail(ctx: Context): Promise<void> {
  const now = ctx.now();
  const [day = '', time = ''] = berlin.format(now).split(' ');
  const hour = Number(time.slice(0, 2));
  if (hour < MORNING.from || hour >= MORNING.until) return;
  await ctx.db.write(async (tx) => {
    if (!(await claimMorningMail(tx, day))) return;
    const parts = await waitingParts(ctx, tx, now);
    if (parts.length === 0) return;
    const { shopEmail, shopLocale: locale } = ctx.config;
    const t = translator(locale);
    await enqueueMail(ctx, tx, {
      id: `morning-${day}`,
      kind: 'morning_summary',
      locale,
      to: shopEmail,
      subject: t('mail:morning.subject', { date: formatDate(now.toISOString(), locale) }),
      parts,
    });
  });
}

async function waitingParts({ config, shop }: Context, db: Reader, now: Date): Promise<MailPart[]> {
  const t = translator(config.shopLocale);
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const date = (iso: string) => formatDate(iso, config.shopLocale);
  const toPack = (await loadParcels(db, 'in_separation')).filter(isReady);
  const withdrawals = await findOpenCases(db);
  const timeLeft = (withdrawal: WithdrawalCase) => {
    if (!isRefundDue(withdrawal)) return t('checkout:status.payment_pending');
    const count = daysToRefund(withdrawal, now);
    return count < 0 ? t('mail:morning.late') : t('mail:morning.daysLeft', { count });
  };
  const counts = [
    [t('mail:morning.messages'), await countOpenMessages(db)],
    [t('mail:morning.reviews'), shop.reviews.offered ? await countWaitingReviews(db) : 0],
    [t('mail:morning.mailsGivenUp'), await countMailsGivenUp(db)],
    [t('mail:morning.cases'), await countOpenCases(db)],
    [t('mail:morning.refundsToTransfer'), await countRefundsToTransfer(db)],
    [t('mail:morning.payments'), await countUnknownPayments(db, before(HOUR_MS))],
  ] as const;
  const others = counts.filter(([, count]) => count > 0).map(([label, count]) => [label, String(count)]);
  const low = await listStock(db, { isLow: true });
  return [
    ...section(
      t('mail:morning.toPack', { number: toPack.length }),
      toPack.map(({ order }) => [order.orderNumber, date(order.orderedAt)]),
    ),
    ...section(
      t('mail:morning.withdrawals'),
      withdrawals.map((row) => [
        row.verified ? (orderNumbersIn(row.order_number)[0] ?? '') : t('mail:morning.unassigned'),
        timeLeft(row),
      ]),
    ),
    ...section(
      t('mail:morning.lowStock'),
      low.map(({ code, name, quantity }) => [`${code} ${name}`, String(quantity)]),
    ),
    ...section(t('mail:morning.others'), others),
  ];
}

const section = (title: string, rows: string[][]): MailPart[] =>
  rows.length === 0
    ? []
    : [
        { kind: 'heading', text: title },
        { kind: 'table', rows },
      ];
