import { formatDate, formatNumber, formatPercent, formatPrice } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { isOver, type DiscountCode } from './code.ts';

/**
 * "10 % Rabatt, auf BEB-001, ab 30,00 € Warenwert, bis 24. Dezember 2026". `targets`: the names of its products or
 * categories that are still sold, for people who do not know their codes.
 */
export function codeTerms(code: DiscountCode, locale: Locale, targets: readonly string[] = code.targets): string {
  const { kind, value, minimum, startsOn, endsOn, maxUses, maxUsesEach, scope } = code;
  const t = translator(locale);
  const day = (written: string) => formatDate(written, locale);
  return [
    t(`codes:terms.${kind}`, { percent: formatPercent(value, locale), amount: formatPrice(value) }),
    scope === 'not_reduced' && t('codes:terms.notReduced'),
    targets.length > 0 && t('codes:terms.targets', { targets: targets.join(', ') }),
    code.targets.length > 0 && targets.length === 0 && t('codes:terms.gone'),
    minimum > 0 && t('codes:terms.minimum', { amount: formatPrice(minimum) }),
    startsOn && t('codes:terms.from', { day: day(startsOn) }),
    endsOn && t('codes:terms.until', { day: day(endsOn) }),
    maxUsesEach && t('codes:terms.each', { times: formatNumber(maxUsesEach) }),
    maxUses && t('codes:terms.limited'),
  ]
    .filter(Boolean)
    .join(', ');
}

/** `day`: today in Germany. */
export const codeState = (code: DiscountCode, day: string): 'on' | 'soon' | 'over' =>
  isOver(code, day) ? 'over' : code.startsOn !== null && day < code.startsOn ? 'soon' : 'on';
