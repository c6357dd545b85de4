import type { MatchInfo, QueryCombination } from 'minisearch';
import { toQueryWord, type Query, type QueryWord } from '#src/features/search/query.ts';
import type { Splitter } from '#src/features/search/compounds.ts';
import type { Synonyms } from '#src/features/search/synonyms.ts';
import { correct, guess, slipsOf } from './corrections.ts';
import { FIELDS } from './document.ts';
import type { TermIndex } from './term-index.ts';

/** The weight of a match by stem, part of a compound, corrected spelling or synonym; an exact match weighs 1. */
const WEIGHTS = { stem: 0.6, parts: 0.6, corrected: 0.5, synonym: 0.4, guessed: 0.3 };
/** Every text contains terms with this few letters, so they are searched only in fields that a card shows. */
const SHORT_PREFIX = 2;
const PREFIX_FROM = 3;
/** Shorter numbers are not prefixes: "1" does not mean 100. Longer ones may be the first digits of a bar code. */
const NUMBER_FROM = 5;
const SHORT_FIELDS = ['name', 'brand', 'code'];
/** Codes have no inflected forms: "care" is not a form of CAR-001. */
const INFLECTED_FIELDS = FIELDS.filter((field) => field !== 'code');

/** The tools of a search. */
export interface Lookup {
  index: TermIndex;
  splitter: Splitter;
  synonyms: Synonyms;
}

export interface Found {
  id: number;
  score: number;
  /** The number of matching words. */
  words: number;
  /** The words occur only in the part of a subtitle that does not name the product. */
  aside: boolean;
}

type IndexQuery = QueryCombination | string;

const exactly = (term: string, weight: number): QueryCombination => ({ queries: [term], boostTerm: () => weight });
const any = (queries: IndexQuery[]): QueryCombination => ({ combineWith: 'OR', queries });
const all = (queries: IndexQuery[]): QueryCombination => ({ combineWith: 'AND', queries });

/**
 * Products that match every word: exactly, inflected, as a prefix or as part of a compound. Unknown words are also
 * corrected.
 */
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
  // All words exist, but no product contains them all: one of them may be a typing error.
  return run(index, all(forms(named[0] ?? [], (word) => (isKnown(word) ? slipsOf : correct)(index, word))));

  function forms(reading: QueryWord[], corrections: (word: QueryWord) => string[]): IndexQuery[] {
    return reading.map((word, at) =>
      any([
        ...alternatives(word, at === reading.length - 1),
        ...corrections(word).map((term) => exactly(term, WEIGHTS.corrected)),
      ]),
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
      ...(parts.length > 1
        ? [all(parts.map((part) => any([part.key, ...part.stems].map((term) => exactly(term, WEIGHTS.synonym)))))]
        : []),
    ]);
  }

  function direct(word: QueryWord, last: boolean): IndexQuery[] {
    const parts = splitter.whole(word.text).map(toQueryWord);
    const short = word.text.length <= SHORT_PREFIX;
    // "Tee" is a whole word with a short key; "te" is a prefix.
    const begun = /^\d+$/.test(word.key)
      ? word.key.length >= NUMBER_FROM
      : word.key.length >= PREFIX_FROM || (last && short);
    return [
      { queries: [word.key], prefix: begun, ...(short ? { fields: SHORT_FIELDS } : {}) },
      ...(short ? [exactly(word.key, 1)] : []),
      ...word.stems.map((stem) => ({ ...exactly(stem, WEIGHTS.stem), fields: INFLECTED_FIELDS })),
      ...(parts.length > 1
        ? [all(parts.map(({ key, stems }) => any([key, ...stems].map((term) => exactly(term, WEIGHTS.parts)))))]
        : []),
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

/** Products that match some of the words or similar words; products with the most matches come first. */
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

/** Readings with two neighbouring words joined, if the index knows the joined word: "micro ondas", "mikro wellen". */
function joinedReadings(index: TermIndex, words: QueryWord[]): QueryWord[][] {
  return words.slice(1).flatMap((word, at) => {
    const pair = toQueryWord((words[at]?.text ?? '') + word.text);
    const exists = [pair.key, ...pair.stems].some((term) => index.hasTerm(term));
    return exists ? [[...words.slice(0, at), pair, ...words.slice(at + 2)]] : [];
  });
}

function run(index: TermIndex, query: QueryCombination): Found[] {
  return index
    .search(query)
    .map(({ id, score, match }) => ({ id: id as number, score, words: 1, aside: isAside(match) }));
}

const isAside = (match: MatchInfo): boolean => {
  for (const term in match) if (match[term]!.some((field) => field !== 'subtitle')) return false;
  return true;
};
