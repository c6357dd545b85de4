import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import type { Call } from '#src/server/http/call.ts';
import { isOwnForm } from '#src/server/http/csrf.ts';
import { errorText } from '#src/server/http/errors.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { agreeToAsk, endAsk, mayAgree } from './ask.service.ts';
import { createKey, isReviewable } from './review.service.ts';

const ACTS = ['review', 'agree', 'end'] as const;

/**
 * A button of an order's page: opens the form, or says whether the shop may ask by mail. Returns the token of the form
 * to open, '' to show the order's page again, and undefined for other forms of that page. `isProven`: the address has
 * the order's key, which no other site knows, and whose page sends no origin.
 */
export async function answerOrderReviews(
  { ctx, request, locale }: Pick<Call, 'ctx' | 'request'> & { locale: Locale },
  order: StoredOrder,
  isProven: boolean,
): Promise<Result<string, string> | undefined> {
  if (!ctx.shop.reviews.offered) return undefined;
  const form = await request
    .clone()
    .formData()
    .catch(() => new FormData());
  const act = ACTS.find((known) => known === form.get('reviews'));
  if (!act) return undefined;
  if (!isProven && !isOwnForm(request, ctx.config.siteUrl)) return fail(errorText({ kind: 'csrf_failed' }, locale));
  const refused = await takeAttempt({ ctx }, { review_order: order.id });
  if (refused) return fail(errorText(refused, locale));
  if (act === 'review') return isReviewable(order) ? ok(await ctx.db.write((tx) => createKey(ctx, tx, order))) : ok('');
  if (act === 'end') await endAsk(ctx, order);
  else if (mayAgree(order, isProven)) await agreeToAsk(ctx, order, locale);
  return ok('');
}
