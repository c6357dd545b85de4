import { toEuro, type Cents } from '#src/shared/money.ts';
import type { Locale } from './locales.ts';

// The shop is in Germany, so prices and quantities have the German format in every language.
const NUMBERS = 'de-DE';

const euro = new Intl.NumberFormat(NUMBERS, { style: 'currency', currency: 'EUR' });
// PURE lets the bundler drop this from browser scripts that format no numbers.
const number = /* @__PURE__ */ new Intl.NumberFormat(NUMBERS, { maximumFractionDigits: 3 });

/** "1.234,50 €" */
export const formatPrice = (cents: Cents): string => euro.format(toEuro(cents));

/** Formats an amount in EUR, as the API writes it. */
export const formatEuro = (amount: number): string => euro.format(amount);

/** "1.234,5" */
export const formatNumber = (value: number): string => number.format(value);

/** The values of a message, with its numbers as people write them. `count` chooses the plural, so it stays a number. */
export const writtenNumbers = (values: Record<string, string | number>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' && name !== 'count' ? formatNumber(value) : value,
    ]),
  );

const CHANGE = { signDisplay: 'exceptZero' } as const;
const euroChange = /* @__PURE__ */ new Intl.NumberFormat(NUMBERS, { ...CHANGE, style: 'currency', currency: 'EUR' });
const numberChange = /* @__PURE__ */ new Intl.NumberFormat(NUMBERS, CHANGE);

/** "+1,50 €", or "-1,50 €" with the sign of any negative price. */
export const formatPriceChange = (cents: Cents): string => euroChange.format(toEuro(cents));

/** "+3", "-3" */
export const formatNumberChange = (value: number): string => numberChange.format(value);

const percents = new Map<Locale, Intl.NumberFormat>();

/** "4,7 %" in German, "4,7%" in Portuguese, "4.7%" in English. */
export function formatPercent(percent: number, locale: Locale): string {
  const format = percents.get(locale) ?? new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 });
  percents.set(locale, format); // creating a formatter takes longer than rendering the rest of a card
  return format.format(percent / 100);
}

/** Longer waits are written in minutes. */
const MAX_SECONDS = 90;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** "45 seconds", "15 minutes", "7 days": a waiting time, rounded up. */
export function formatWait(seconds: number, locale: Locale): string {
  if (seconds > 2 * DAY) {
    // As a part of "in 7 days", because the word may have another ending there.
    const parts = new Intl.RelativeTimeFormat(locale).formatToParts(Math.ceil(seconds / DAY), 'day');
    return parts.slice(1).reduce((text, { value }) => text + value, '');
  }
  const [value, unit] =
    seconds <= MAX_SECONDS
      ? [seconds, 'second']
      : seconds <= 2 * HOUR
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / HOUR), 'hour'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

/** "Alemanha" for DE. */
export const countryName = (code: string, locale: Locale): string =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;

const isDayOrMonth = (part: Intl.DateTimeFormatPart | undefined) => part?.type === 'day' || part?.type === 'month';

/** Joins the parts of a date or a range; a line never ends between a day and its month. */
export const joinDate = (parts: readonly Intl.DateTimeFormatPart[]): string =>
  parts
    .map(({ value }, at) =>
      isDayOrMonth(parts[at - 1]) && isDayOrMonth(parts[at + 1]) ? value.replaceAll(' ', '\u00a0') : value,
    )
    .join('');

const dateIn = (iso: string, locale: Locale, style: Intl.DateTimeFormatOptions): string =>
  joinDate(new Intl.DateTimeFormat(locale, { ...style, timeZone: 'Europe/Berlin' }).formatToParts(new Date(iso)));

/** "21 November 2026": the date in Germany, independent of the server's time zone. */
export const formatDate = (iso: string, locale: Locale): string => dateIn(iso, locale, { dateStyle: 'long' });

/** "12.12.2026": a date in short form. */
export const formatDay = (iso: string, locale: Locale): string => dateIn(iso, locale, { dateStyle: 'medium' });

/** "29 November 2026 at 22:36": the end of an offer. */
export const formatDeadline = (iso: string, locale: Locale): string =>
  dateIn(iso, locale, { dateStyle: 'long', timeStyle: 'short' });

/** "21 November 2026 at 20:15:03 CET": date and time in Germany, to the second. */
export const formatDateTime = (iso: string, locale: Locale): string =>
  dateIn(iso, locale, { dateStyle: 'long', timeStyle: 'long' });
