import type { Locale } from '#src/i18n/locales.ts';
import { isCountryCode } from './country.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** All countries of ISO 3166-1 with their names, in the order of the alphabet. */
export function countriesIn(locale: Locale): [code: string, name: string][] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter(isCountryCode)
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .sort(([, one], [, other]) => compare(one, other));
}
