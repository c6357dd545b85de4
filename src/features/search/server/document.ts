import { wordKey } from '#src/shared/fold.ts';
import { LOCALE_CODES, LOCALES, type Locale, type WordRules } from '#src/i18n/locales.ts';
import type { NetQuantity } from '#src/features/catalogue/price.ts';
import type { Filterable } from '#src/features/search/filters.ts';
import type { Splitter } from '#src/features/search/compounds.ts';
import { ALL_RULES, stemsOf } from '#src/features/search/stem.ts';
import { partSubject } from '#src/features/search/subject.ts';
import { isStopWord, wordsAndJoined, wordsOf } from '#src/features/search/words.ts';

/** The data of a product that the search uses. */
export interface IndexedProduct extends Omit<Filterable, 'brandSlug' | 'family'> {
  variantOf: string | null;
  /** What differs from the family's other products, by language; '' for the net content. */
  variantLabels: Record<Locale, string>;
  name: string;
  brand: string;
  code: string;
  ean: string;
  rank: number;
  sortName: string;
  netQuantity: NetQuantity;
  /** The food's legal German name; '' for other products. */
  foodName: string;
  /** Texts of the category and of the product by language; '' if missing. */
  labels: Record<Locale, string>;
  subtitles: Record<Locale, string>;
}

/** The index's fields, each a text of terms with single spaces. */
export type SearchDocument = { id: number } & Record<(typeof FIELDS)[number], string>;
export const FIELDS = ['code', 'name', 'brand', 'subject', 'category', 'subtitle'] as const;

/** Collects the words from which compounds are learned. */
export function collectWords(product: IndexedProduct, german: Set<string>, others: Set<string>): void {
  const { name, foodName, subtitles, labels, variantLabels } = product;
  const textsIn = (locales: Locale[]) =>
    locales.flatMap((locale) => [subtitles[locale], labels[locale], variantLabels[locale]]);
  const isGerman = (locale: Locale) => LOCALES[locale].wordRules === 'german';
  const [inGerman, inOthers] = [LOCALE_CODES.filter(isGerman), LOCALE_CODES.filter((locale) => !isGerman(locale))];
  for (const text of [...textsIn(inGerman), foodName])
    for (const word of wordsOf(text)) if (!isStopWord(word)) german.add(word);
  for (const text of [name, ...textsIn(inOthers)]) for (const word of wordsOf(text)) others.add(word);
}

/** Makes documents. The terms of a word are computed once per catalogue. */
export function createDocumentMaker(splitter: Splitter): (product: IndexedProduct) => SearchDocument {
  const caches = new Map<string, Map<string, string[]>>();

  /** A word's key, its stems, and for German its parts with their stems. */
  function termsOfWord(word: string, rules: readonly WordRules[]): string[] {
    const own = [wordKey(word), ...stemsOf(word, rules)];
    const parts = rules.includes('german') && rules.length === 1 ? splitter.parts(word) : [];
    return [
      ...new Set([
        ...own,
        ...parts
          .flatMap((part) => [part, ...splitter.whole(part)])
          .flatMap((part) => [wordKey(part), ...stemsOf(part, ['german'])]),
      ]),
    ];
  }

  function terms(text: string, rules: readonly WordRules[]): string[] {
    const name = rules.join();
    const cache = caches.get(name) ?? caches.set(name, new Map()).get(name)!;
    return wordsAndJoined(text)
      .filter((word) => !isStopWord(word))
      .flatMap((word) => {
        const known = cache.get(word) ?? termsOfWord(word, rules);
        cache.set(word, known);
        return known;
      });
  }

  return ({ id, name, brand, code, ean, labels, subtitles, foodName, variantLabels }) => {
    const parted = [
      ...LOCALE_CODES.map((locale) => ({ rules: LOCALES[locale].wordRules, ...partSubject(subtitles[locale]) })),
      { rules: 'german', ...partSubject(foodName) },
    ] as const;
    return {
      id,
      code: [...new Set([...wordsAndJoined(code), ...(ean ? [ean] : [])])].join(' '),
      name: terms(name, ALL_RULES).join(' '),
      brand: terms(brand, ['portuguese']).join(' '),
      subject: [
        ...parted.flatMap(({ rules, subject }) => terms(subject, [rules])),
        ...LOCALE_CODES.flatMap((locale) => terms(variantLabels[locale], [LOCALES[locale].wordRules])),
      ].join(' '),
      category: LOCALE_CODES.flatMap((locale) => terms(labels[locale], [LOCALES[locale].wordRules])).join(' '),
      subtitle: parted.flatMap(({ rules, rest }) => terms(rest, [rules])).join(' '),
    };
  };
}

/** A name's form for exact and prefix matches: the keys of its words without stop words. */
export const nameKey = (name: string): string =>
  wordsOf(name)
    .filter((word) => !isStopWord(word))
    .map(wordKey)
    .join(' ');
