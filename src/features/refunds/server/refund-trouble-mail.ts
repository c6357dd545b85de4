import { formatPrice } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { RefundRow } from '#src/server/db/tables/orders.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { findOrderOfCheckout } from '#src/features/orders/server/order.repository.ts';
import { moneyOf } from '#src/features/orders/voucher-part.ts';
import { findPayment } from '#src/features/orders/server/payment.repository.ts';
import { adviceFor } from '../refund-advice.ts';

/**
 * Mails the shop that PayPal refuses a refund, finally or temporarily, with advice. `hasPaper`: the refund was
 * completed before, so it has a credit note.
 */
export async function enqueueRefundTrouble(
  ctx: Pick<Context, 'config' | 'log' | 'now' | 'shop'>,
  tx: Writer,
  row: RefundRow,
  { issue, isFinal, hasPaper = false }: { issue: string; isFinal: boolean; hasPaper?: boolean },
): Promise<void> {
  const payment = await findPayment(tx, row.capture_id);
  const order = payment && (await findOrderOfCheckout(tx, payment.checkout_id));
  const { shopEmail, shopLocale: locale, siteUrl } = ctx.config;
  const t = translator(locale);
  const values = { number: order?.order_number ?? t('mail:case.noOrder'), amount: formatPrice(moneyOf(row)) };
  const what = isFinal ? 'failed' : 'waits';
  await enqueueMail(ctx, tx, {
    id: `refund-${what}-${order?.id ?? payment?.checkout_id}-${row.request_id}`,
    kind: 'refund_trouble',
    locale,
    to: shopEmail,
    subject: t(`mail:refundTrouble.subjects.${what}`, values),
    parts: [
      t(`mail:refundTrouble.${what}`, values),
      t(`desk:refundAdvice.${adviceFor(issue)}`),
      ...(hasPaper ? [t('mail:refundTrouble.paper')] : []),
      t('mail:refundTrouble.issue', { issue, capture: row.capture_id }),
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
}
