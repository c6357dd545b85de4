import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES, LOCALES, localeOfParam, localeOfPath, negotiateLocale, parseLocale } from '#src/i18n/locales.ts';

describe('the language of an Accept-Language header', () => {
  it.each([
    ['de-DE', 'de-DE'],
    ['de', 'de-DE'],
    ['de-AT,de;q=0.9', 'de-DE'],
    ['EN-gb', 'en-US'],
    ['pt-PT', 'pt-BR'],
    ['en;q=0.5, de;q=0.8', 'de-DE'],
    ['vo, ja;q=0.9, en;q=0.1', 'en-US'],
    ['en, de', 'en-US'],
    ['de;q=0.7, en;q=0.7', 'de-DE'],
    ['de ; q=0.2 , en ; q=0.4', 'en-US'],
    ['de;level=1;q=0.2, en;q=0.4', 'en-US'],
    ['de;q=0, en;q=0.1', 'en-US'],
  ])('%s is %s', (header, locale) => {
    expect(negotiateLocale(header)).toBe(locale);
  });

  it.each(['*', 'vo, *;q=0.5', 'de;q=0', 'deutsch', '', ',;=', 'de;q=1.2.3', null, undefined])(
    '%s is ignored',
    (header) => {
      expect(negotiateLocale(header)).toBe('pt-BR');
    },
  );

  it('is searched in the first 20 preferences', () => {
    expect(negotiateLocale(`${'vo,'.repeat(19)}de`)).toBe('de-DE');
    expect(negotiateLocale(`${'vo,'.repeat(20)}de`)).toBe('pt-BR');
  });

  it('is always one of the shop’s languages', () => {
    const part = fc.oneof(fc.constantFrom('de', 'en-US', '*', ';q=', '0.5', ',', '-'), fc.string());
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(LOCALE_CODES).toContain(negotiateLocale(parts.join('')));
      }),
    );
  });
});

describe('a language that a body or query names', () => {
  it.each([
    ['de-DE', 'de-DE'],
    ['de', 'de-DE'],
    ['de_DE', 'de-DE'],
    ['PT', 'pt-BR'],
    ['en_us', 'en-US'],
  ])('"%s" is %s', (value, locale) => {
    expect(parseLocale(value)).toBe(locale);
  });

  it.each(['vo', 'de-AT', '', ' de', 'constructor', null, undefined, 1, {}, ['de']])('%j is unsupported', (value) => {
    expect(parseLocale(value)).toBeUndefined();
  });
});

describe('the language of a path', () => {
  it.each([
    ['/', 'pt-BR'],
    ['/product/de', 'pt-BR'],
    ['/de', 'de-DE'],
    ['/de/product/mate', 'de-DE'],
    ['/en/', 'en-US'],
    ['/design', 'pt-BR'],
    ['/pt', 'pt-BR'],
    ['', 'pt-BR'],
  ])('%s is %s', (path, locale) => {
    expect(localeOfPath(path)).toBe(locale);
  });

  it('is undefined for a route parameter that is not a language', () => {
    expect(LOCALE_CODES.map((code) => localeOfParam(LOCALES[code].param))).toEqual(LOCALE_CODES);
    expect(['vo', 'pt', 'DE', ''].map(localeOfParam)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
