import { wordKey } from '#src/shared/fold.ts';
import { ALL_RULES, stemsOf } from './stem.ts';
import { isStopWord, takeSizes, wordsOf, type Size } from './words.ts';

/** A word that was searched for. */
export interface QueryWord {
  /** Lower case, without accents. */
  text: string;
  key: string;
  stems: string[];
  /** Synonyms, each as its words (synonyms.ts). */
  others?: readonly QueryWord[][];
  /** This word replaces a term of several words; another reading searches for these words separately. */
  phrase?: boolean;
}

export interface Query {
  words: QueryWord[];
  /** Quantities in the term. Beside words they only change the ranking; alone they are the search itself. */
  sizes: Size[];
}

/** Longer terms cost time and find nothing. */
const MAX_WORDS = 10;
const MAX_LENGTH = 150;
const MAX_WORD_LENGTH = 40;

// People copy bar codes with their gaps: 7 891000 100103.
const SPACED_BARCODE = /^\d[\d -]{6,}\d$/;

export const toQueryWord = (text: string): QueryWord => ({ text, key: wordKey(text), stems: stemsOf(text, ALL_RULES) });

/** Parses a search term. An empty term, or one with only punctuation or quantities, has no words. */
export function parseQuery(term: string): Query {
  const text = term.trim().slice(0, MAX_LENGTH);
  const { rest, sizes } = takeSizes(text);
  const words = SPACED_BARCODE.test(text) ? [text.replace(/\D/g, '')] : contentWords(rest);
  return { words: words.map(toQueryWord), sizes };
}

function contentWords(text: string): string[] {
  const all = [...new Set(wordsOf(text).map((word) => word.slice(0, MAX_WORD_LENGTH)))].slice(0, MAX_WORDS);
  const telling = all.filter((word) => !isStopWord(word));
  return telling.length ? telling : all;
}
