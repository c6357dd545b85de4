import type { Translate } from '#src/i18n/translate.ts';
import { DAY_MS, germanDay } from '#src/shared/german-day.ts';

/** PayPal's dispute reasons that have a text. */
const REASONS = [
  'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  'UNAUTHORISED',
  'CREDIT_NOT_PROCESSED',
  'DUPLICATE_TRANSACTION',
  'INCORRECT_AMOUNT',
  'PAYMENT_BY_OTHER_MEANS',
  'OTHER',
] as const;

/** The reason of a complaint in words. Unknown codes, which PayPal may add, stay unchanged. */
export function caseReason(t: Translate, code: string): string {
  const reason = REASONS.find((known) => known === code);
  return reason ? t(`mail:case.reasons.${reason}`) : code;
}

/** Whole days in Germany until PayPal's deadline: 0 today, negative afterwards. */
export const daysLeft = (respondBy: string, now: Date): number =>
  Math.round((Date.parse(germanDay(respondBy)) - Date.parse(germanDay(now.toISOString()))) / DAY_MS);
