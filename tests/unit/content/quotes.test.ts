import { describe, expect, it } from 'vitest';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { passagesIn } from '../../support/spelling/passages.ts';

const QUOTES: Record<Locale, RegExp> = { 'pt-BR': /“[^“”]+”/g, 'de-DE': /„[^„“]+“/g, 'en-US': /“[^“”]+”/g };

describe.each(LOCALE_CODES)('the texts in %s', (locale) => {
  it('use the language’s quotation marks and ’ as apostrophe', () => {
    const wrong = passagesIn(locale).filter(({ text }) => /["„“”«»'‘]/.test(text.replace(QUOTES[locale], '')));
    expect(wrong.map(({ file, line, text }) => `${file}:${line}: ${text}`).join('\n')).toBe('');
  });
});
