import { formatDateTime } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { paymentText } from '#src/features/orders/transfer-parts.ts';
import { goodsParts } from './order-mails.ts';
import { findOrder, type StoredOrder } from '../order.repository.ts';

const SUBJECTS = { placed: 'subject', paid: 'subjectPaid', denied: 'subjectDenied' } as const;

/**
 * Mails the shop about a new order, or about the outcome of its pending payment. The mail's id prevents repetitions.
 */
export async function enqueueOrderNews(
  ctx: Pick<Context, 'config' | 'log' | 'now' | 'shop'>,
  tx: Writer,
  orderId: string,
  news: keyof typeof SUBJECTS,
): Promise<void> {
  const order = (await findOrder(tx, orderId))!;
  const { orderNumber: number, payment } = order;
  const { shopEmail, shopLocale: locale } = ctx.config;
  const t = translator(locale);
  const subject = payment === 'pending' ? (order.transfer ? 'subjectTransfer' : 'subjectPending') : SUBJECTS[news];
  await enqueueMail(ctx, tx, {
    id: `news-${news}-${order.id}`,
    kind: 'order_news',
    locale,
    to: shopEmail,
    subject: t(`mail:orderNews.${subject}`, { number }),
    parts: [
      t('mail:orderNews.placed', { number, time: formatDateTime(order.orderedAt, locale) }),
      ...goodsParts(ctx, locale, order, 'shop'),
      { kind: 'heading', text: t('mail:orderNews.customer') },
      `${order.clientName}\n${order.email}`,
      { kind: 'heading', text: t('mail:order.payment') },
      paymentText(t, order),
      nextStep(order, t),
    ],
  });
}

function nextStep(
  { payment, orderNumber, hasOpenCase, transfer, giftVoucher }: StoredOrder,
  t: ReturnType<typeof translator>,
): string {
  if (payment === 'pending') return t(transfer ? 'mail:orderNews.waitTransfer' : 'mail:orderNews.wait');
  if (payment === 'cancelled') return t(transfer ? 'mail:orderNews.unpaid' : 'mail:orderNews.denied');
  if (payment === 'refunded') return t('mail:orderNews.closed');
  if (hasOpenCase) return t('mail:orderNews.case');
  if (giftVoucher) return t('mail:orderNews.giftVoucher');
  return `${t('mail:orderNews.pack')}\nnpm run shop -- orders pack ${orderNumber}`;
}
