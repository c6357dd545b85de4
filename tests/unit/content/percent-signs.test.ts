import { describe, expect, it } from 'vitest';
import { formatPercent } from '#src/i18n/format.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { passagesIn } from '../../support/spelling/passages.ts';

describe.each(LOCALE_CODES)('the texts in %s', (locale) => {
  it('write percent signs like the formatter', () => {
    const isApart = /\s/.test(formatPercent(1, locale));
    const wrong = passagesIn(locale).filter(({ text }) => (isApart ? /[\d}]%/ : /[\d}]\s%/).test(text));
    expect(wrong.map(({ file, line, text }) => `${file}:${line}: ${text}`).join('\n')).toBe('');
  });
});
