import { ALL_RULES, stemsOf } from './stem.ts';
import { isStopWord, keyOf, takeSizes, wordsOf, type Size } from './words.ts';

/** A word that was searched for. */
export interface QueryWord {
  /** Folded. */
  text: string;
  key: string;
  stems: string[];
  /** Terms that mean the same, each as its words (synonyms.ts). */
  others?: readonly QueryWord[][];
  /** It stands for a term of several words, which are looked for by another reading. */
  phrase?: boolean;
}

export interface Query {
  words: QueryWord[];
  /** Quantities in the term: beside words they rank and never exclude, alone they are what is asked for. */
  sizes: Size[];
}

/** More would cost time and find nothing. */
const MAX_WORDS = 10;
const MAX_LENGTH = 150;
const MAX_WORD_LENGTH = 40;

// Somebody copies a bar code with its gaps: 7 891000 100103.
const SPACED_BARCODE = /^\d[\d -]{6,}\d$/;

export const toQueryWord = (text: string): QueryWord => ({ text, key: keyOf(text), stems: stemsOf(text, ALL_RULES) });

/** What a term asks for; no words for one that is empty or has only signs or quantities. */
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
