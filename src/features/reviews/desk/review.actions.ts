import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { optionalTextBlock } from '#src/shared/text-block.schema.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { findReason, MAX_REPLY } from '../review.ts';
import type { ListedReview } from '../server/review-desk.repository.ts';
import { approveReview, eraseReview, hideReview, replyToReview, unnameReview } from '../server/review-desk.service.ts';

type Done = 'reviewApproved' | 'reviewHidden' | 'reviewReplied' | 'reviewErased' | 'reviewUnnamed';

const replySchema = optionalTextBlock(MAX_REPLY);

/** Approves, hides, answers or erases a review, as its form showed it. */
export async function actOnReview(
  { ctx }: OpenDesk,
  { id }: ListedReview,
  form: DeskForm,
): Promise<Result<Done, DeskError>> {
  const shown = form.text('shown') || undefined;
  const seen = { id, version: Number(form.text('version')), shown };
  const act = form.text('act');
  if (act === 'approve') return after(await approveReview(ctx, seen), 'reviewApproved');
  if (act === 'erase') return after(await eraseReview(ctx, seen), 'reviewErased');
  if (act === 'unname') return after(await unnameReview(ctx, seen), 'reviewUnnamed');
  if (act === 'reply') {
    const text = replySchema.safeParse(form.raw('reply'));
    if (!text.success) return fail({ kind: 'review_reply', values: { max: MAX_REPLY }, marked: ['reply'] });
    return after(await replyToReview(ctx, seen, text.data), 'reviewReplied');
  }
  const reason = findReason(form.text('reason'));
  if (!reason) return fail({ kind: 'review_reason', marked: ['reason'] });
  return after(await hideReview(ctx, seen, reason), 'reviewHidden');
}

const after = (acted: Result<void, DeskError>, done: Done): Result<Done, DeskError> => (acted.ok ? ok(done) : acted);
