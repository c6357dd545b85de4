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
