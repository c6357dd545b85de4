import { normalizeText } from './normalize.ts';

// Letters that Unicode does not decompose, and what people type when their keyboard lacks them.
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' };

/** Removes case and accents, for comparing and searching: "Pão de Queijo" → "pao de queijo". */
export function fold(text: string): string {
  return normalizeText(text, 'NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøđłı]/g, (letter) => LETTERS[letter] ?? letter);
}

const UMLAUT_E = /(?<=[aou])e/g;
const DOUBLED = /(\p{L})\1+/gu;

/** Writes ü and ue in the same way. */
export const withoutUmlautE = (word: string): string => word.replace(UMLAUT_E, '');

/**
 * The form in which words are compared: ü, ue and u are equal, and so are a letter and the doubled letter (ss, ß, s).
 * The key of a word's first letters is also the first part of the word's key, so that a prefix search works on keys.
 */
export const wordKey = (word: string): string => withoutUmlautE(word).replace(DOUBLED, '$1');
