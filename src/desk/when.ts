import type { Locale } from '#src/i18n/locales.ts';

/** "21.11.26, 20:15": date and time in Germany, short enough for a table. */
export const when = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Berlin' }).format(
    new Date(iso),
  );

/** "21.11.26" */
export const day = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'Europe/Berlin' }).format(new Date(iso));

/** "November 2026", for a month such as 2026-11. */
export const monthName = (month: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`));
