import type { Locale } from '#src/i18n/locales.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import {
  discountBy,
  goodsOf,
  isCodeText,
  normalizeCode,
  type CodeLine,
  type CodeProblem,
  type Discount,
  type DiscountCode,
} from '../code.ts';
import { findCode, isUsedUp, type CodeUser } from './code.repository.ts';

/** Why a code takes nothing off this cart. */
export interface RefusedCode {
  code: CodeProblem;
  /** The reason in the shopper's language. */
  detail: string;
  /** A code that another cart may use. */
  found?: DiscountCode;
}

export interface QuotedCode extends Discount {
  found: DiscountCode;
}

/** What a typed code takes off the lines of an order. */
export async function quoteCode(
  { now }: Pick<Context, 'now'>,
  db: Reader,
  locale: Locale,
  typed: string,
  { lines, shipping, user }: { lines: readonly CodeLine[]; shipping: Cents; user: CodeUser },
): Promise<Result<QuotedCode, RefusedCode>> {
  const written = normalizeCode(typed);
  // PostgreSQL refuses a query with some characters.
  const code = isCodeText(written) ? await findCode(db, written) : undefined;
  if (!code) return fail(refusedCode('code_unknown', locale));
  const day = germanDay(now().toISOString());
  const discount = discountBy(code, lines, { shipping, day });
  if (!discount.ok) {
    const missing = code.minimum - goodsOf(lines);
    const refused = refusedCode(discount.error, locale, { amount: code.minimum, missing });
    return fail(FITS_ANOTHER_CART.has(discount.error) ? { ...refused, found: code } : refused);
  }
  if (await isUsedUp(db, code, user)) return fail(refusedCode('code_used_up', locale));
  return ok({ ...discount.value, found: code });
}

const FITS_ANOTHER_CART = new Set<CodeProblem>(['code_minimum', 'code_not_for_these', 'code_no_shipping']);

export const refusedCode = (
  code: CodeProblem,
  locale: Locale,
  { amount = 0, missing = 0 }: { amount?: Cents; missing?: Cents } = {},
): RefusedCode => ({
  code,
  detail: translator(locale)(`codes:problems.${code}`, { amount: formatPrice(amount), missing: formatPrice(missing) }),
});
