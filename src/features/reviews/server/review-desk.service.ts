import { randomUUID } from 'node:crypto';
import { bumpCatalogueVersion } from '#src/features/editing/server/catalogue-write.repository.ts';
import { recordAct, type ActName } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { Reason } from '../review.ts';
import { findReview, finishReports, insertReport, type ListedReview } from './review-desk.repository.ts';
import { updateReview } from './review.repository.ts';

/** `review_changed`: the author has changed or deleted it since it was shown. */
export type ReviewRefusal = { kind: 'review_changed' };

/** The review as staff saw it. */
type Seen = Pick<ListedReview, 'id' | 'version'>;

async function change(
  ctx: Context,
  seen: Seen,
  act: ActName,
  doIt: (tx: Writer, review: ListedReview, now: string) => Promise<unknown>,
): Promise<Result<void, ReviewRefusal>> {
  const now = ctx.now().toISOString();
  return ctx.db.write(async (tx): Promise<Result<void, ReviewRefusal>> => {
    const found = await findReview(tx, seen.id);
    if (!found) return fail({ kind: 'review_changed' });
    // The author may be changing it.
    await ctx.db.lock(tx, `reviews-${found.order_id}`);
    const review = await findReview(tx, seen.id);
    if (review?.version !== seen.version) return fail({ kind: 'review_changed' });
    const after = await doIt(tx, review, now);
    const wasOrIsShown = review.state === 'approved' || (await findReview(tx, seen.id))?.state === 'approved';
    if (wasOrIsShown) await bumpCatalogueVersion(tx, now);
    await recordAct(ctx, tx, { act, subject: 'review', id: seen.id, before: review.state, after });
    return ok(undefined);
  });
}

/** Shows the review on its product's page, and settles the reports about it. */
export const approveReview = (ctx: Context, seen: Seen): Promise<Result<void, ReviewRefusal>> =>
  change(ctx, seen, 'review.approve', async (tx, { id }, now) => {
    await updateReview(tx, id, { state: 'approved', reason: null, decided_at: now });
    await finishReports(tx, id, now);
    return 'approved';
  });

/** Takes the review off its page or keeps it off; its author sees why. */
export const hideReview = (ctx: Context, seen: Seen, reason: Reason): Promise<Result<void, ReviewRefusal>> =>
  change(ctx, seen, 'review.hide', async (tx, { id }, now) => {
    await updateReview(tx, id, { state: 'hidden', reason, decided_at: now });
    await finishReports(tx, id, now);
    return reason;
  });

/** The shop's public reply below the review; '' removes it. */
export const replyToReview = (ctx: Context, seen: Seen, text: string): Promise<Result<void, ReviewRefusal>> =>
  change(ctx, seen, 'review.reply', async (tx, { id }) => {
    await updateReview(tx, id, { reply: text || null });
    return undefined;
  });

/** What somebody reports about a review that pages show. */
export const reportReview = (
  ctx: Context,
  review: Pick<ListedReview, 'id'>,
  { reason, text, email }: { reason: Reason; text: string; email: string },
): Promise<void> =>
  ctx.db.write((tx) =>
    insertReport(tx, {
      ...{ id: randomUUID(), review_id: review.id, reason, text, email },
      created_at: ctx.now().toISOString(),
      done_at: null,
    }),
  );
