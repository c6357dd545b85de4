import { describe, expect, it } from 'vitest';
import { passagesIn } from '../../support/spelling/passages.ts';
import { DEMO_LOCALES, type DemoLocale } from '../../support/texts/demo-languages.ts';

const QUOTES: Record<DemoLocale, RegExp> = { 'pt-BR': /“[^“”]+”/g, 'de-DE': /„[^„“]+“/g, 'en-US': /“[^“”]+”/g };

describe.each(DEMO_LOCALES)('the texts in %s', (locale) => {
  it('use the language’s quotation marks and ’ as apostrophe', () => {
    const wrong = passagesIn(locale).filter(({ text }) => /["„“”«»'‘]/.test(text.replace(QUOTES[locale], '')));
    expect(wrong.map(({ file, line, text }) => `${file}:${line}: ${text}`).join('\n')).toBe('');
  });
});
