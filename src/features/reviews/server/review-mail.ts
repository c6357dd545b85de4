import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { DEFAULT_LOCALE, parseLocale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { localised, pages } from '#src/shared/paths.ts';
import type { BoughtProduct } from './review.repository.ts';

/** Asks for a review, without praise and reward, and says how to get no more of these mails. */
export async function enqueueReviewRequest(
  ctx: Context,
  tx: Writer,
  { order, products, token }: { order: StoredOrder; products: BoughtProduct[]; token: string },
): Promise<void> {
  const locale = parseLocale(order.locale) ?? DEFAULT_LOCALE;
  const t = translator(locale);
  const link = (path: string) => ctx.config.siteUrl + localised(locale, path);
  await enqueueMail(ctx, tx, {
    id: `review-request-${order.id}`,
    kind: 'review_request',
    locale,
    to: order.email,
    reader: order.clientName,
    subject: t('reviews:mail.subject', { number: order.orderNumber }),
    parts: [
      t('reviews:mail.text', { number: order.orderNumber }),
      { kind: 'table', rows: products.map(({ name }) => [name]) },
      { kind: 'button', label: t('reviews:mail.button'), href: link(pages.review(token)) },
      t('reviews:mail.honest'),
      t('reviews:mail.why'),
      { kind: 'button', label: t('reviews:mail.stop'), href: link(pages.review(token, 'stop')) },
    ],
  });
}
