import { randomUUID } from 'node:crypto';
import { bumpCatalogueVersion } from '#src/features/editing/server/catalogue-write.repository.ts';
import { findOrder } from '#src/features/orders/server/order.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { recordAct, type ActName } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { ReviewReportRow } from '#src/server/db/tables/reviews.ts';
import { hashToken } from '#src/server/http/session.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { Reason } from '../review.ts';
import { findReports, findReview, finishReports, insertReport, type ListedReview } from './review-desk.repository.ts';
import { enqueueHidden, enqueueReportDecision, enqueueReportReceipt } from './review-mail.ts';
import { deleteReview, updateReview } from './review.repository.ts';
import { createKey, isReviewable } from './review.service.ts';

/**
 * `review_changed`: the author has changed or deleted it since it was shown. `review_decided`: somebody else has
 * decided on it, answered or reported it.
 */
export type ReviewRefusal = { kind: 'review_changed' } | { kind: 'review_decided' };

/** The review as staff saw it. `shown`: see `shownState`. */
type Seen = Pick<ListedReview, 'id' | 'version'> & { shown?: string | undefined };

/** What else staff decide upon: what colleagues did, and reports. */
export const shownState = ({ state, reply, shown_name, reportedAt }: ListedReview): string =>
  hashToken(JSON.stringify([state, reply, shown_name, reportedAt]));

async function change(
  ctx: Context,
  seen: Seen,
  act: ActName,
  doIt: (tx: Writer, review: ListedReview, now: string) => Promise<object | void>,
): Promise<Result<void, ReviewRefusal>> {
  const now = ctx.now().toISOString();
  return ctx.db.write(async (tx): Promise<Result<void, ReviewRefusal>> => {
    const found = await findReview(tx, seen.id);
    if (!found) return fail({ kind: 'review_changed' });
    // The author may be changing it.
    await ctx.db.lock(tx, `reviews-${found.order_id}`);
    const review = await findReview(tx, seen.id);
    if (review?.version !== seen.version) return fail({ kind: 'review_changed' });
    if (seen.shown !== undefined && seen.shown !== shownState(review)) return fail({ kind: 'review_decided' });
    const after = await doIt(tx, review, now);
    const wasOrIsShown = review.state === 'approved' || (await findReview(tx, seen.id))?.state === 'approved';
    if (wasOrIsShown) await bumpCatalogueVersion(tx, now);
    const before = act === 'review.reply' ? { reply: review.reply } : undefined;
    await recordAct(ctx, tx, { act, subject: 'review', id: seen.id, before, after });
    return ok(undefined);
  });
}

/** Shows the review on its product's page, and settles the reports about it. */
export const approveReview = (ctx: Context, seen: Seen): Promise<Result<void, ReviewRefusal>> =>
  change(ctx, seen, 'review.approve', async (tx, review, now) => {
    await updateReview(tx, review.id, { state: 'approved', reason: null, decided_at: now });
    await settleReports(ctx, tx, review, 'kept');
  });

/** Takes the review off its page or keeps it off; its author reads why, also in a mail (art. 17 DSA). */
export const hideReview = (ctx: Context, seen: Seen, reason: Reason): Promise<Result<void, ReviewRefusal>> =>
  change(ctx, seen, 'review.hide', async (tx, review, now) => {
    await updateReview(tx, review.id, { state: 'hidden', reason, decided_at: now });
    if (review.state !== 'hidden' || review.reason !== reason) await informAuthor(ctx, tx, review, reason);
    await settleReports(ctx, tx, review, 'hidden');
    return { reason };
  });

async function informAuthor(ctx: Context, tx: Writer, review: ListedReview, reason: Reason): Promise<void> {
  const order = await findOrder(tx, review.order_id);
  if (!order) return;
  const token = isReviewable(order) ? await createKey(ctx, tx, order) : undefined;
  await enqueueHidden(ctx, tx, { order, review, reason, token });
}

/** The shop's public reply below the review; '' removes it. */
export const replyToReview = (ctx: Context, seen: Seen, text: string): Promise<Result<void, ReviewRefusal>> =>
  change(ctx, seen, 'review.reply', async (tx, { id }) => {
    await updateReview(tx, id, { reply: text || null });
    return { reply: text };
  });

/**
 * Deletes a review because its author asks for it, or because it must not be stored. Hiding keeps the text, and the
 * author may have lost the link.
 */
export const eraseReview = (ctx: Context, seen: Seen): Promise<Result<void, ReviewRefusal>> =>
  change(ctx, seen, 'review.erase', async (tx, review) => {
    await settleReports(ctx, tx, review, 'hidden');
    await deleteReview(tx, review.id);
  });

/** Takes the author's name off. */
export const unnameReview = (ctx: Context, seen: Seen): Promise<Result<void, ReviewRefusal>> =>
  change(ctx, seen, 'review.unname', async (tx, { id }) => {
    await updateReview(tx, id, { shown_name: '' });
  });

/** Informs people who reported the review, and left an address, about the outcome (art. 16(5) DSA). */
async function settleReports(ctx: Context, tx: Writer, review: ListedReview, decision: 'kept' | 'hidden') {
  const open = (await findReports(tx, review.id)).filter(({ done_at }) => done_at === null);
  for (const report of open) if (report.email) await enqueueReportDecision(ctx, tx, { report, review, decision });
  await finishReports(tx, review.id, ctx.now().toISOString());
}

/** A review that pages show, and that anybody may therefore report. */
export async function findShownReview({ db, shop }: Context, id: string): Promise<ListedReview | undefined> {
  const found = shop.reviews.offered ? await findReview(db.read, id) : undefined;
  return found?.state === 'approved' ? found : undefined;
}

/** Stores a report of a published review, and mails a receipt if an address was left (art. 16(4) DSA). */
export const reportReview = (
  ctx: Context,
  review: ListedReview,
  { reason, text, email, locale }: { reason: Reason; text: string; email: string; locale: Locale },
): Promise<void> =>
  ctx.db.write(async (tx) => {
    const report: ReviewReportRow = {
      ...{ id: randomUUID(), review_id: review.id, reason, text, email, locale, done_at: null },
      created_at: ctx.now().toISOString(),
    };
    await insertReport(tx, report);
    if (email) await enqueueReportReceipt(ctx, tx, { report, review });
  });
