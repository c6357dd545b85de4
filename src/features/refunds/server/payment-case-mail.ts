import { formatDate, formatPrice } from '#src/i18n/format.ts';
import { translator, type Translate } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { PaymentCaseRow } from '#src/server/db/tables/orders.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { caseReason } from '#src/features/orders/payment-case.ts';
import { findOrderOfCheckout } from '#src/features/orders/server/order.repository.ts';
import { findSoldVoucher } from '#src/features/vouchers/server/sold-voucher.repository.ts';
import { findStop } from '#src/features/vouchers/server/voucher-stop.ts';

/** Mails the shop about a new case, or about PayPal's decision. */
export async function enqueueCaseNotice(
  ctx: Pick<Context, 'config' | 'log' | 'now' | 'shop'>,
  tx: Writer,
  row: PaymentCaseRow,
  news: 'opened' | 'ended',
): Promise<void> {
  const order = await findOrderOfCheckout(tx, row.checkout_id);
  const voucher = order && (await findSoldVoucher(tx, order.id));
  const isStopped = voucher !== undefined && (await findStop(tx, voucher)) === 'case';
  const { shopEmail, shopLocale: locale, siteUrl } = ctx.config;
  const t = translator(locale);
  const values = { number: order?.order_number ?? t('mail:case.noOrder'), amount: formatPrice(row.amount_cents) };
  const what = news === 'opened' ? row.kind : 'ended';
  await enqueueMail(ctx, tx, {
    id: `case-${news}-${order?.id ?? row.checkout_id}-${row.id}-${Date.parse(row.news_at)}`,
    kind: 'payment_case',
    locale,
    to: shopEmail,
    subject: t(`mail:case.subjects.${what}`, values),
    parts: [
      t(`mail:case.${what}`, values),
      [...factsOf(row, t), t('mail:case.id', { id: row.id })].join('\n'),
      ...(isStopped ? [t('mail:case.voucher')] : []),
      order ? t(`mail:case.todo.${todoOf(row)}`) : t('mail:case.todo.stray'),
      ...(order
        ? [
            {
              kind: 'button' as const,
              label: t('mail:case.button'),
              href: `${siteUrl}/desk/orders/${order.order_number}`,
            },
          ]
        : []),
    ],
  });

  function factsOf({ reason, respond_by: until, outcome }: PaymentCaseRow, text: Translate): string[] {
    return [
      ...(reason ? [text('mail:case.reason', { reason: caseReason(text, reason) })] : []),
      ...(until && news === 'opened' ? [text('mail:case.respondBy', { date: formatDate(until, locale) })] : []),
      ...(outcome ? [text('mail:case.outcome', { outcome })] : []),
    ];
  }
}

function todoOf({ kind, state }: PaymentCaseRow): 'dispute' | 'chargeback' | 'lost' | 'over' {
  if (state === 'closed') return 'over';
  if (kind === 'chargeback') return 'chargeback';
  return state === 'open' ? 'dispute' : 'lost';
}
