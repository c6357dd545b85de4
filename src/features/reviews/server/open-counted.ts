import type { Call } from '#src/server/http/call.ts';
import { hasAttemptsLeft, takeAttempt } from '#src/server/http/attempts.ts';
import type { HttpError } from '#src/server/http/errors.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { openReviews, type OpenReviews } from './review.service.ts';

/** Opens a link. Links that do not exist count towards a limit, so that nobody can try many. */
export async function openCounted(
  { ctx, address }: Pick<Call, 'ctx' | 'address'>,
  token: string,
): Promise<Result<OpenReviews, HttpError>> {
  if (!ctx.shop.reviews.offered) return fail({ kind: 'not_found' });
  const attempt = { review_key_address: address };
  // A link that exists always opens unless this address has tried too many others.
  if (!(await hasAttemptsLeft({ ctx }, attempt)))
    return fail((await takeAttempt({ ctx }, attempt)) ?? { kind: 'not_found' });
  const opened = await openReviews(ctx, token);
  if (opened) return ok(opened);
  return fail((await takeAttempt({ ctx }, attempt)) ?? { kind: 'not_found' });
}
