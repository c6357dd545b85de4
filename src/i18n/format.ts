import { toEuro, type Cents } from '#src/shared/money.ts';
import type { Locale } from './locales.ts';

// The shop is German: prices and quantities look alike in every language.
const NUMBERS = 'de-DE';

const euro = new Intl.NumberFormat(NUMBERS, { style: 'currency', currency: 'EUR' });
// Browser scripts that need no numbers leave it out.
const number = /* @__PURE__ */ new Intl.NumberFormat(NUMBERS, { maximumFractionDigits: 3 });

/** "1.234,50 €" */
export const formatPrice = (cents: Cents): string => euro.format(toEuro(cents));

/** The same for EUR as the API writes it. */
export const formatEuro = (amount: number): string => euro.format(amount);

/** "1.234,5" */
export const formatNumber = (value: number): string => number.format(value);

const percents = new Map<Locale, Intl.NumberFormat>();

/** "4,7 %" in German, "4,7%" in Portuguese, "4.7%" in English. */
export function formatPercent(percent: number, locale: Locale): string {
  const format = percents.get(locale) ?? new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 });
  percents.set(locale, format); // a new one takes longer than the rest of a card
  return format.format(percent / 100);
}

const SECONDS_AT_MOST = 90;

/** "45 seconds", "15 minutes": how long to wait, never less. */
export function formatWait(seconds: number, locale: Locale): string {
  const [value, unit] = seconds <= SECONDS_AT_MOST ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

/** "Alemanha" for DE. */
export const countryName = (code: string, locale: Locale): string => new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;

/** "21 November 2026" as a German calendar has it, whatever the server's clock is set to. */
export const formatDate = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Europe/Berlin' }).format(new Date(iso));

/** "21 November 2026 at 20:15:03 CET": a moment by the German clock, to the second. */
export const formatDateTime = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: 'Europe/Berlin' }).format(new Date(iso));
