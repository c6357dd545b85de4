import { DEFAULT_LOCALE, FALLBACK_LOCALE, LOCALE_CODES, type Locale } from './locales.ts';

/**
 * The languages in which every recipe and story must be written. A language that is new in the table of languages may
 * lack some; its pages show them in another language. Add it here once all are translated.
 */
export const COMPLETE_LOCALES: readonly Locale[] = ['pt-BR', 'de-DE', 'en-US'];

/** The languages of a text that may lack some. */
export const languagesOf = (texts: Partial<Record<Locale, unknown>>): Locale[] =>
  LOCALE_CODES.filter((code) => texts[code] !== undefined);

/** The language that a page in `locale` shows: its own, otherwise English, otherwise Portuguese. */
export const shownLanguage = (written: readonly Locale[], locale: Locale): Locale =>
  [locale, FALLBACK_LOCALE, DEFAULT_LOCALE].find((code) => written.includes(code)) ?? written[0] ?? locale;

/** The text for a page in `locale`, and the value of its `lang` attribute, which only a foreign language needs. */
export function textIn<T>(texts: Partial<Record<Locale, T>>, locale: Locale): { text: T; lang: Locale | undefined } {
  const shown = shownLanguage(languagesOf(texts), locale);
  return { text: texts[shown]!, lang: shown === locale ? undefined : shown };
}
