import { formatDate } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Translate } from '#src/i18n/translate.ts';

/** "L2207, best before January 31, 2027": a lot, for the staff. Without a language the date stays 2027-01-31. */
export function lotText(
  { lot, bestBefore }: { lot: string; bestBefore: string },
  { t, locale }: { t: Translate; locale?: Locale },
): string {
  const date = locale && bestBefore ? formatDate(bestBefore, locale) : bestBefore;
  return [lot, date && t('desk:lots.bestBefore', { date })].filter(Boolean).join(', ');
}
