import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { DEFAULT_LOCALE, parseLocale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { ReviewReportRow } from '#src/server/db/tables/reviews.ts';
import { savedShop } from '#src/server/shop-file.ts';
import type { Reason } from '../review.ts';
import type { ListedReview } from './review-desk.repository.ts';
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
    unsubscribeUrl: link(pages.review(token, 'stop')),
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

interface Hidden {
  order: StoredOrder;
  review: Pick<ListedReview, 'id' | 'productName' | 'reports'>;
  reason: Reason;
  /** Opens the form, while it may be changed. */
  token: string | undefined;
}

/**
 * Tells an author what was decided about the review, why, on what grounds and what can be done against it (art. 17
 * DSA). It is not advertising, so an opt-out does not stop it.
 */
export async function enqueueHidden(ctx: Context, tx: Writer, { order, review, reason, token }: Hidden): Promise<void> {
  const locale = parseLocale(order.locale) ?? DEFAULT_LOCALE;
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    id: `review-hidden-${review.id}-${ctx.now().getTime()}`,
    kind: 'review_hidden',
    locale,
    to: order.email,
    reader: order.clientName,
    subject: t('reviews:hiddenMail.subject'),
    parts: [
      t('reviews:hiddenMail.text', { product: review.productName, reason: t(`reviews:reasons.${reason}`) }),
      t(review.reports > 0 ? 'reviews:hiddenMail.reported' : 'reviews:hiddenMail.found'),
      t('reviews:hiddenMail.rules'),
      ...(token === undefined
        ? []
        : [
            t('reviews:hiddenMail.change'),
            {
              kind: 'button' as const,
              label: t('reviews:hiddenMail.button'),
              href: ctx.config.siteUrl + localised(locale, pages.review(token)),
            },
          ]),
      t('reviews:hiddenMail.next', { email: savedShop(ctx).contact.email }),
    ],
  });
}

interface Reported {
  report: ReviewReportRow;
  review: Pick<ListedReview, 'productName'>;
}

/** The address is not confirmed, so the mail has none of the words that its sender typed. */
async function enqueueAboutReport(
  ctx: Context,
  tx: Writer,
  { report, review }: Reported,
  text: 'received' | 'kept' | 'hidden',
): Promise<void> {
  const locale = parseLocale(report.locale) ?? DEFAULT_LOCALE;
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    id: `review-report-${text === 'received' ? text : 'decided'}-${report.id}`,
    kind: 'review_report',
    locale,
    to: report.email,
    subject: t(`reviews:reportMail.${text}.subject`),
    parts: [
      t(`reviews:reportMail.${text}.text`, { product: review.productName }),
      t(`reviews:reportMail.${text}.next`, { email: savedShop(ctx).contact.email }),
    ],
  });
}

export const enqueueReportReceipt = (ctx: Context, tx: Writer, reported: Reported): Promise<void> =>
  enqueueAboutReport(ctx, tx, reported, 'received');

export const enqueueReportDecision = (
  ctx: Context,
  tx: Writer,
  { decision, ...reported }: Reported & { decision: 'kept' | 'hidden' },
): Promise<void> => enqueueAboutReport(ctx, tx, reported, decision);
