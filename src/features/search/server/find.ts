import type { MatchInfo, QueryCombination } from 'minisearch';
import { toQueryWord, type Query, type QueryWord } from '#src/features/search/query.ts';
import type { Splitter } from '#src/features/search/compounds.ts';
import type { Synonyms } from '#src/features/search/synonyms.ts';
import { correct, guess, slipsOf } from './corrections.ts';
import { FIELDS } from './document.ts';
import type { TermIndex } from './term-index.ts';

/** What a part of a word, a word without its ending, a corrected or another word is worth beside the word itself. */
const WEIGHTS = { stem: 0.6, parts: 0.6, corrected: 0.5, synonym: 0.4, guessed: 0.3 };
/** So few letters, as they were typed, stand in everything: they count in the fields that one sees. */
const SHORT_PREFIX = 2;
const PREFIX_FROM = 3;
/** Nobody who types 1 means 100; the first digits of a bar code are another matter. */
const NUMBER_FROM = 5;
const SHORT_FIELDS = ['name', 'brand', 'code'];
/** Codes have no endings: "care" is none of CAR-001. */
const INFLECTED_FIELDS = FIELDS.filter((field) => field !== 'code');

/** What a term is looked up in. */
export interface Lookup {
  index: TermIndex;
  splitter: Splitter;
  synonyms: Synonyms;
}

export interface Found {
  id: number;
  score: number;
  /** How many of the words match. */
  words: number;
  /** They stand only where a text says what a thing is for, with or like. */
  aside: boolean;
}

type IndexQuery = QueryCombination | string;

const exactly = (term: string, weight: number): QueryCombination => ({ queries: [term], boostTerm: () => weight });
const any = (queries: IndexQuery[]): QueryCombination => ({ combineWith: 'OR', queries });
const all = (queries: IndexQuery[]): QueryCombination => ({ combineWith: 'AND', queries });

/** Products in which every word stands: as it is, inflected, begun, in or from a compound; mistyped where the word is unknown. */
export function findAll({ index, splitter, synonyms }: Lookup, { words }: Query, mayCorrect = true): Found[] {
  const named = synonyms.readings(words, isCarried);
  const asTyped = run(
    index,
    any(
      [...named, ...joinedReadings(index, words)].map((reading) =>
        all(forms(reading, (word) => (mayCorrect && !isKnown(word) ? correct(index, word) : []))),
      ),
    ),
  );
  if (asTyped.length > 0 || !mayCorrect) return asTyped;
  // Words that exist, but not together: one of them may be a slip of another.
  return run(index, all(forms(named[0] ?? [], (word) => (isKnown(word) ? slipsOf : correct)(index, word))));

  function forms(reading: QueryWord[], corrections: (word: QueryWord) => string[]): IndexQuery[] {
    return reading.map((word, at) =>
      any([...alternatives(word, at === reading.length - 1), ...corrections(word).map((term) => exactly(term, WEIGHTS.corrected))]),
    );
  }

  function alternatives(word: QueryWord, last: boolean): IndexQuery[] {
    const others = (word.others ?? []).map((term) => all(term.map(synonym)));
    return word.phrase ? others : [...direct(word, last), ...others];
  }

  function synonym({ text, key, stems }: QueryWord): IndexQuery {
    const parts = splitter.whole(text).map(toQueryWord);
    return any([
      ...[key, ...stems].map((term) => exactly(term, WEIGHTS.synonym)),
      ...(parts.length > 1 ? [all(parts.map((part) => any([part.key, ...part.stems].map((term) => exactly(term, WEIGHTS.synonym)))))] : []),
    ]);
  }

  function direct(word: QueryWord, last: boolean): IndexQuery[] {
    const parts = splitter.whole(word.text).map(toQueryWord);
    const short = word.text.length <= SHORT_PREFIX;
    // "Tee" is a whole word whose key is short, "te" the beginning of one.
    const begun = /^\d+$/.test(word.key) ? word.key.length >= NUMBER_FROM : word.key.length >= PREFIX_FROM || (last && short);
    return [
      { queries: [word.key], prefix: begun, ...(short ? { fields: SHORT_FIELDS } : {}) },
      ...(short ? [exactly(word.key, 1)] : []),
      ...word.stems.map((stem) => ({ ...exactly(stem, WEIGHTS.stem), fields: INFLECTED_FIELDS })),
      ...(parts.length > 1 ? [all(parts.map(({ key, stems }) => any([key, ...stems].map((term) => exactly(term, WEIGHTS.parts)))))] : []),
    ];
  }

  function isKnown(word: QueryWord): boolean {
    return Boolean(word.others?.length) || isCarried(word);
  }

  function isCarried({ text, key, stems }: QueryWord): boolean {
    return (
      [key, ...stems].some((term) => index.hasTerm(term)) ||
      (key.length >= PREFIX_FROM && index.hasPrefix(key)) ||
      splitter.whole(text).length > 0
    );
  }
}

/** Products in which some of the words stand, or words like them; those with most of the words first. */
export function findNear(lookup: Lookup, { words }: Query): Found[] {
  const { index, splitter } = lookup;
  const byWord = words.map((word) => {
    const exact = findAll(lookup, { words: [word], sizes: [] });
    if (exact.length > 0) return exact;
    const parts = splitter.parts(word.text).map(toQueryWord);
    const terms = [...parts.flatMap(({ key, stems }) => [key, ...stems]), ...(parts.length ? [] : guess(index, word))];
    return run(index, any(terms.map((term) => exactly(term, WEIGHTS.guessed))));
  });
  const found = new Map<number, Found>();
  for (const { id, score, aside } of byWord.flat()) {
    const before = found.get(id) ?? { score: 0, words: 0, aside: true };
    found.set(id, { id, score: before.score + score, words: before.words + 1, aside: before.aside && aside });
  }
  return [...found.values()];
}

/** The words with two neighbours as one, where the index knows that: "micro ondas", "mikro wellen". */
function joinedReadings(index: TermIndex, words: QueryWord[]): QueryWord[][] {
  return words.slice(1).flatMap((word, at) => {
    const pair = toQueryWord((words[at]?.text ?? '') + word.text);
    const exists = [pair.key, ...pair.stems].some((term) => index.hasTerm(term));
    return exists ? [[...words.slice(0, at), pair, ...words.slice(at + 2)]] : [];
  });
}

function run(index: TermIndex, query: QueryCombination): Found[] {
  return index.search(query).map(({ id, score, match }) => ({ id: id as number, score, words: 1, aside: isAside(match) }));
}

const isAside = (match: MatchInfo): boolean => {
  for (const term in match) if (match[term]!.some((field) => field !== 'subtitle')) return false;
  return true;
};
