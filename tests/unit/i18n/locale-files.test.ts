import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { NAMESPACES, resources } from '#src/i18n/translate.ts';
import { textUses } from '../../support/texts/text-uses.ts';

type Texts = { [key: string]: string | Texts };

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** The texts of a file by dotted key. */
const flatten = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );

/** All texts of a language by key, as code writes it: `search.label`, `catalogue:count_one`. */
const textsOf = (locale: Locale) =>
  new Map(
    NAMESPACES.flatMap((namespace) => {
      const file = path.join('locales', locale, `${namespace}.json`);
      const prefix = namespace === 'common' ? '' : `${namespace}:`;
      return flatten(JSON.parse(readFileSync(file, 'utf8')) as Texts).map(
        ([key, text]) => [prefix + key, text] as const,
      );
    }),
  );

const all = new Map(LOCALE_CODES.map((locale) => [locale, textsOf(locale)]));
const textsIn = (locale: Locale) => all.get(locale) ?? new Map<string, string>();
const stems = (locale: Locale) =>
  [...new Set([...textsIn(locale).keys()].map((key) => key.replace(PLURAL, '')))].sort();
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? '').sort();

describe.each(LOCALE_CODES)('the texts in %s', (locale) => {
  it('are in the files that the shop loads, next to the flag', () => {
    const files = [...NAMESPACES.map((namespace) => `${namespace}.json`), 'flag.svg', 'index.ts', 'words.json'];
    expect(readdirSync(path.join('locales', locale)).sort()).toEqual(files.sort());
    expect(Object.keys(resources[locale]).sort()).toEqual([...NAMESPACES].sort());
  });

  it('have no key twice in a group, because JSON would silently take the last one', () => {
    // JSON is YAML, whose parser refuses a repeated key.
    for (const namespace of NAMESPACES)
      expect(
        () => parse(readFileSync(path.join('locales', locale, `${namespace}.json`), 'utf8')),
        namespace,
      ).not.toThrow();
  });

  it('have the same keys as the others', () => {
    expect(stems(locale)).toEqual(stems('en-US'));
  });

  it('have exactly the plural forms of the language', () => {
    const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.sort();
    const forms = new Map<string, string[]>();
    for (const key of textsIn(locale).keys()) {
      const form = PLURAL.exec(key)?.[1];
      // i18next takes a text for none (`_zero`) in every language, whatever its plural rules.
      if (form && form !== 'zero')
        forms.set(key.replace(PLURAL, ''), [...(forms.get(key.replace(PLURAL, '')) ?? []), form].sort());
    }
    expect(forms.size).toBeGreaterThan(0);
    expect([...forms].filter(([, found]) => found.join() !== wanted.join())).toEqual([]);
  });

  it('have the same placeholders as the others', () => {
    const inEnglish = new Map(
      [...textsIn('en-US')].map(([key, text]) => [key.replace(PLURAL, ''), placeholders(text)]),
    );
    // A text for none names no number.
    const wanted = (key: string) =>
      inEnglish.get(key.replace(PLURAL, ''))?.filter((name) => !key.endsWith('_zero') || name !== 'count');
    const different = [...textsIn(locale)].filter(([key, text]) => placeholders(text).join() !== wanted(key)?.join());
    expect(different).toEqual([]);
  });

  it('are never empty and have no surrounding blanks', () => {
    expect([...textsIn(locale)].filter(([, text]) => text === '' || text !== text.trim())).toEqual([]);
  });
});

describe('the texts', () => {
  it('have a folder for each language of the table, and no other', () => {
    expect(readdirSync('locales').sort()).toEqual([...LOCALE_CODES].sort());
  });

  it('use American spelling in American English', () => {
    const british = /\b(?:cancell(?:ed|ing)|any more|colours?|favourites?|centres?|grey)\b/i;
    expect([...textsIn('en-US')].filter(([, text]) => british.test(text))).toEqual([]);
  });

  it('have no blank before an ellipsis, except in German', () => {
    const texts = LOCALE_CODES.filter((locale) => locale !== 'de-DE').flatMap((locale) => [...textsIn(locale)]);
    expect(texts.filter(([, text]) => text.endsWith(' …'))).toEqual([]);
  });

  it.each([
    ['pt-BR', /\be-mail/, /^(?:account|checkout|contact|giftVoucher|recall|reviews|withdrawal):/],
    // Mails are also plain text, whose subjects and words people search for; PayPal gets the note about a case.
    ['de-DE', /.E-Mail/, /^(?!mail:|vouchers:mail\.|legal:guarantee\.attached|desk:cases\.noteText)/],
  ] as const)('keep the word for email on one line on pages in %s', (locale, broken, pages) => {
    const texts = [...textsIn(locale)].filter(([key]) => pages.test(key));
    expect(texts.filter(([, text]) => broken.test(text))).toEqual([]);
  });

  it('are all used somewhere', () => {
    const isUsed = textUses();
    expect(stems('en-US').filter((key) => !isUsed(key))).toEqual([]);
  });
});
