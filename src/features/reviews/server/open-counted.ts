import type { Call } from '#src/server/http/call.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import type { HttpError } from '#src/server/http/errors.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { openLink, type OpenLink } from './review.service.ts';

/**
 * Opens a link. Links that do not exist count towards a limit. One that exists always opens: others in the same network
 * must not take from anybody the way to end the mails, and no number of attempts finds a key.
 */
export async function openCounted(
  { ctx, address }: Pick<Call, 'ctx' | 'address'>,
  token: string,
): Promise<Result<OpenLink, HttpError>> {
  const opened = await openLink(ctx, token);
  if (opened) return ok(opened);
  if (!ctx.shop.reviews.offered) return fail({ kind: 'not_found' });
  return fail((await takeAttempt({ ctx }, { review_key_address: address })) ?? { kind: 'not_found' });
}
