/**
 * Adds a language to the table, for one test file. Import it before the tested code. Its code, path prefix and column
 * ending all differ, so that code which confuses them fails. It is one that no shop is likely to add for real.
 */
import { LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';

export const MADE_UP = 'eo-MX' as Locale;

Object.assign(LOCALES, {
  [MADE_UP]: { prefix: '/mx', param: 'mx', csv: 'lat', label: 'Esperanto', wordRules: 'none' },
});
LOCALE_CODES.push(MADE_UP);
