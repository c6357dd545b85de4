import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { saveShopText, type ShopText } from '../server/own-texts.service.ts';

export interface OwnTextProblem extends DeskError {
  /** The text that somebody else saved meanwhile. */
  now?: ShopText;
}

export const typedTexts = (form: DeskForm): Record<Locale, string> =>
  Object.fromEntries(LOCALE_CODES.map((locale) => [locale, form.line(locale)])) as Record<Locale, string>;

export async function saveShopTextFrom(
  { ctx }: OpenDesk,
  key: string,
  form: DeskForm,
): Promise<Result<'factsSaved' | 'nothingChanged', OwnTextProblem>> {
  const saved = await saveShopText(ctx, key, { digest: form.text('digest'), typed: typedTexts(form) });
  if (saved.ok) return ok(saved.value === 'saved' ? 'factsSaved' : 'nothingChanged');
  const { error } = saved;
  if ('locales' in error) return fail({ ...error, marked: error.locales });
  if (error.kind !== 'fact_mistakes') return fail(error);
  return fail({
    kind: 'content_mistakes',
    values: { where: error.mistakes.map(({ name }) => name).join(', ') },
    marked: LOCALE_CODES.filter((locale) => error.mistakes.some(({ name }) => name.includes(locale))),
  });
}
