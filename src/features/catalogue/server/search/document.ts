import type { Cents } from '#src/shared/money.ts';
import type { NetQuantity } from '#src/features/catalogue/product.ts';
import type { Splitter } from '#src/features/catalogue/search/compounds.ts';
import { LANGUAGES, stemsOf, type Language } from '#src/features/catalogue/search/stem.ts';
import { partSubject } from '#src/features/catalogue/search/subject.ts';
import { isStopWord, keyOf, wordsAndJoined, wordsOf } from '#src/features/catalogue/search/words.ts';

/** All that search knows of a product. */
export interface IndexedProduct {
  id: number;
  name: string;
  brand: string;
  code: string;
  ean: string;
  categorySlug: string;
  price: Cents;
  rank: number;
  sortName: string;
  netQuantity: NetQuantity;
  /** The food's German name by law, '' for other things. */
  foodName: string;
  labels: Record<Language, string>;
  subtitles: Record<Language, string>;
}

/** The index's fields, each a text of terms with single spaces. */
export type SearchDocument = { id: number } & Record<(typeof FIELDS)[number], string>;
export const FIELDS = ['code', 'name', 'brand', 'subject', 'category', 'subtitle'] as const;

const germanTexts = ({ subtitles, labels, foodName }: IndexedProduct) => [subtitles.de, labels.de, foodName];

/** The words from which compounds are learnt. */
export function collectWords(product: IndexedProduct, german: Set<string>, others: Set<string>): void {
  for (const text of germanTexts(product)) for (const word of wordsOf(text)) if (!isStopWord(word)) german.add(word);
  const { name, subtitles, labels } = product;
  for (const text of [name, subtitles.pt, subtitles.en, labels.pt, labels.en]) for (const word of wordsOf(text)) others.add(word);
}

/** Makes documents; equal words of a catalogue share their terms. */
export function createDocumentMaker(splitter: Splitter): (product: IndexedProduct) => SearchDocument {
  const memories = new Map<string, Map<string, string[]>>();

  /** A word's key, its stems, and for German its parts with their stems. */
  function termsOfWord(word: string, languages: readonly Language[]): string[] {
    const own = [keyOf(word), ...stemsOf(word, languages)];
    const parts = languages.includes('de') && languages.length === 1 ? splitter.parts(word) : [];
    return [
      ...new Set([
        ...own,
        ...parts.flatMap((part) => [part, ...splitter.whole(part)]).flatMap((part) => [keyOf(part), ...stemsOf(part, ['de'])]),
      ]),
    ];
  }

  function terms(text: string, languages: readonly Language[]): string[] {
    const name = languages.join();
    const memory = memories.get(name) ?? memories.set(name, new Map()).get(name)!;
    return wordsAndJoined(text)
      .filter((word) => !isStopWord(word))
      .flatMap((word) => {
        const known = memory.get(word) ?? termsOfWord(word, languages);
        memory.set(word, known);
        return known;
      });
  }

  return ({ id, name, brand, code, ean, labels, subtitles, foodName }) => {
    const parted = [
      ...LANGUAGES.map((language) => ({ language, ...partSubject(subtitles[language]) })),
      { language: 'de', ...partSubject(foodName) },
    ] as const;
    return {
      id,
      code: [...new Set([...wordsAndJoined(code), ...(ean ? [ean] : [])])].join(' '),
      name: terms(name, LANGUAGES).join(' '),
      brand: terms(brand, ['pt']).join(' '),
      subject: parted.flatMap(({ language, subject }) => terms(subject, [language])).join(' '),
      category: LANGUAGES.flatMap((language) => terms(labels[language], [language])).join(' '),
      subtitle: parted.flatMap(({ language, rest }) => terms(rest, [language])).join(' '),
    };
  };
}

/** A name as exact matches and beginnings are told by: keys of its telling words. */
export const nameKey = (name: string): string =>
  wordsOf(name)
    .filter((word) => !isStopWord(word))
    .map(keyOf)
    .join(' ');
