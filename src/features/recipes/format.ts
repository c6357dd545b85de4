import type { Locale } from '#src/i18n/locales.ts';

/** "45 min", "2 h 30 min", "14 h": hours and minutes as each language abbreviates them. */
export function formatMinutes(minutes: number, locale: Locale): string {
  const unit = (value: number, name: 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' })
      .format(value)
      .replaceAll(' ', '\u00a0');
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [unit(hours, 'hour')] : []), ...(rest > 0 || hours === 0 ? [unit(rest, 'minute')] : [])].join(
    ' ',
  );
}

export const isoDuration = (minutes: number): string => `PT${minutes}M`;
