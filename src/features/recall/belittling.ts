import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { phrasePattern } from '#src/i18n/translate.ts';

const patterns = new Map(
  LOCALE_CODES.map((locale) => {
    const pattern = phrasePattern(locale, 'belittling');
    return [locale, pattern === undefined ? undefined : new RegExp(pattern, 'iu')];
  }),
);

/**
 * The first phrase of a text that plays down a danger; Art. 36(2)(c) GPSR forbids them in a recall, including the claim
 * that no accident is known.
 */
export const belittlingPhrase = (text: string, locale: Locale): string | undefined =>
  patterns.get(locale)?.exec(text)?.[0];
