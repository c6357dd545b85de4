import { InvalidArgumentError } from 'commander';
import { parseLocale, type Locale } from '#src/i18n/locales.ts';

/** Reads the value of `--language`. */
export function language(text: string): Locale {
  const locale = parseLocale(text);
  if (!locale) throw new InvalidArgumentError('Write one of the shop’s languages. Example: --language de-DE');
  return locale;
}
