import type { Locale } from '#src/i18n/locales.ts';

/**
 * Phrases that play down a danger; Art. 36(2)(c) GPSR forbids them in a recall, including the claim that no accident is
 * known.
 */
const BELITTLING: Partial<Record<Locale, RegExp>> = {
  'de-DE':
    /freiwillig\p{L}*|vorsorglich\p{L}*|vorsichtshalber|vorsichtsmaßnahme\p{L}*|nach (?:eigenem )?ermessen|in (?:seltenen|einzelnen|bestimmten) (?:fällen|situationen)|in einzelfällen|keine\p{L}* (?:bekannten )?(?:unfälle|vorfälle)/iu,
  'pt-BR':
    /voluntári\p{L}*|preventiv\p{L}*|precauç\p{L}*|a critério|em (?:casos|situações) (?:rar|específic)[oa]s|(?:nenhum|sem) (?:acidente|incidente)s?/iu,
  'en-US':
    /voluntar\p{L}*|precaution\p{L}*|discretion\p{L}*|in (?:rare|specific|certain) (?:cases|situations)|no (?:known |reported )?(?:accidents|incidents)/iu,
};

/** The first such phrase of a text. */
export const belittlingPhrase = (text: string, locale: Locale): string | undefined =>
  BELITTLING[locale]?.exec(text)?.[0];
