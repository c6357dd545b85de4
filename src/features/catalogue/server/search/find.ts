import type { QueryCombination } from 'minisearch';
import { toQueryWord, type Query, type QueryWord } from '#src/features/catalogue/search/query.ts';
import type { Splitter } from '#src/features/catalogue/search/compounds.ts';
import { correct, guess, slipsOf } from './corrections.ts';
import type { TermIndex } from './term-index.ts';

/** What a part of a word, a word without its ending or a corrected word is worth beside the word itself. */
const WEIGHTS = { stem: 0.6, parts: 0.6, corrected: 0.5, guessed: 0.3 };
/** So few letters stand in everything: they count in the fields that one sees. */
const SHORT_PREFIX = 2;
const PREFIX_FROM = 3;
/** Nobody who types 1 means 100; the first digits of a bar code are another matter. */
const NUMBER_FROM = 5;
const SHORT_FIELDS = ['name', 'brand', 'code'];

export interface Found {
  id: number;
  score: number;
  /** How many of the words match. */
  words: number;
}

type IndexQuery = QueryCombination | string;

const exactly = (term: string, weight: number): QueryCombination => ({ queries: [term], boostTerm: () => weight });
const any = (queries: IndexQuery[]): QueryCombination => ({ combineWith: 'OR', queries });
const all = (queries: IndexQuery[]): QueryCombination => ({ combineWith: 'AND', queries });

/** Products in which every word stands: as it is, inflected, begun, in or from a compound; mistyped where the word is unknown. */
export function findAll(index: TermIndex, splitter: Splitter, { words }: Query): Found[] {
  const asTyped = run(
    index,
    any(readings(index, words).map((reading) => all(forms(reading, (word) => (isKnown(word) ? [] : correct(index, word)))))),
  );
  if (asTyped.length > 0) return asTyped;
  // Words that exist, but not together: one of them may be a slip of another.
  return run(index, all(forms(words, (word) => (isKnown(word) ? slipsOf : correct)(index, word))));

  function forms(reading: QueryWord[], corrections: (word: QueryWord) => string[]): IndexQuery[] {
    return reading.map((word, at) =>
      any([...alternatives(word, at === reading.length - 1), ...corrections(word).map((term) => exactly(term, WEIGHTS.corrected))]),
    );
  }

  function alternatives(word: QueryWord, last: boolean): IndexQuery[] {
    const parts = splitter.whole(word.text).map(toQueryWord);
    const begun = /^\d+$/.test(word.key) ? word.key.length >= NUMBER_FROM : word.key.length >= PREFIX_FROM || last;
    return [
      { queries: [word.key], prefix: begun, ...(word.key.length <= SHORT_PREFIX ? { fields: SHORT_FIELDS } : {}) },
      ...(word.key.length <= SHORT_PREFIX ? [exactly(word.key, 1)] : []),
      ...word.stems.map((stem) => exactly(stem, WEIGHTS.stem)),
      ...(parts.length > 1 ? [all(parts.map(({ key, stems }) => any([key, ...stems].map((term) => exactly(term, WEIGHTS.parts)))))] : []),
    ];
  }

  function isKnown({ text, key, stems }: QueryWord): boolean {
    return (
      [key, ...stems].some((term) => index.hasTerm(term)) ||
      (key.length >= PREFIX_FROM && index.hasPrefix(key)) ||
      splitter.whole(text).length > 0
    );
  }
}

/** Products in which some of the words stand, or words like them; those with most of the words first. */
export function findNear(index: TermIndex, splitter: Splitter, { words }: Query): Found[] {
  const byWord = words.map((word) => {
    const exact = findAll(index, splitter, { words: [word], sizes: [] });
    if (exact.length > 0) return exact;
    const parts = splitter.parts(word.text).map(toQueryWord);
    const terms = [...parts.flatMap(({ key, stems }) => [key, ...stems]), ...(parts.length ? [] : guess(index, word))];
    return run(index, any(terms.map((term) => exactly(term, WEIGHTS.guessed))));
  });
  const found = new Map<number, Found>();
  for (const { id, score } of byWord.flat()) {
    const before = found.get(id) ?? { id, score: 0, words: 0 };
    found.set(id, { id, score: before.score + score, words: before.words + 1 });
  }
  return [...found.values()];
}

/** The words as typed, and with two neighbours as one where the index knows that: "micro ondas", "mikro wellen". */
function readings(index: TermIndex, words: QueryWord[]): QueryWord[][] {
  const joined = words.slice(1).flatMap((word, at) => {
    const pair = toQueryWord((words[at]?.text ?? '') + word.text);
    const exists = [pair.key, ...pair.stems].some((term) => index.hasTerm(term));
    return exists ? [[...words.slice(0, at), pair, ...words.slice(at + 2)]] : [];
  });
  return [words, ...joined];
}

function run(index: TermIndex, query: QueryCombination): Found[] {
  return index.search(query).map(({ id, score }) => ({ id: id as number, score, words: 1 }));
}
