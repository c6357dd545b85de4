import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import type { Call } from '#src/server/http/call.ts';
import { isOwnForm } from '#src/server/http/csrf.ts';
import { errorText } from '#src/server/http/errors.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { MAX_TEXT } from '../review.ts';
import { reportSchema } from '../review.schema.ts';
import { reportReview } from './review-desk.service.ts';
import type { ListedReview } from './review-desk.repository.ts';

interface Refused {
  status: number;
  problem: string;
  typed: { reason: string; text: string; email: string };
  /** What is wrong with each field. */
  mistakes: Partial<Record<'reason' | 'text' | 'email', string>>;
}

/** Takes the report of a review that pages show. */
export async function answerReport(
  { ctx, request, address, locale }: Pick<Call, 'ctx' | 'request' | 'address'> & { locale: Locale },
  review: ListedReview,
): Promise<Result<void, Refused>> {
  const t = translator(locale);
  const form = await request.formData().catch(() => new FormData());
  const read = (name: string, most: number) => String(form.get(name) ?? '').slice(0, most);
  const typed = { reason: read('reason', 40), text: read('text', 2 * MAX_TEXT), email: read('email', 300) };
  const refuse = (status: number, problem: string, mistakes: Refused['mistakes'] = {}) =>
    fail({ status, problem, typed, mistakes });
  if (!isOwnForm(request, ctx.config.siteUrl)) return refuse(403, errorText({ kind: 'csrf_failed' }, locale));
  const parsed = reportSchema.safeParse(typed);
  if (!parsed.success) {
    const texts = {
      reason: t('reviews:problems.reason'),
      text: t('reviews:problems.text', { max: MAX_TEXT }),
      email: t('errors:field.email'),
    };
    const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
    return refuse(
      400,
      errorText({ kind: 'invalid_input' }, locale),
      Object.fromEntries(Object.entries(texts).filter(([name]) => wrong.has(name))),
    );
  }
  const { email } = parsed.data;
  const refused = await takeAttempt(
    { ctx },
    { review_report_address: address, ...(email && { review_report_email: emailKey(email) }) },
  );
  if (refused) return refuse(429, errorText(refused, locale));
  await reportReview(ctx, review, { ...parsed.data, locale });
  return ok(undefined);
}
