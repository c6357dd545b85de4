import type { QueryWord } from '#src/features/search/query.ts';
import type { TermIndex } from './term-index.ts';

const MAX_CORRECTIONS = 12;

/** Words of the index that a mistyped word may mean. Longer words may have more errors. */
export function correct(index: TermIndex, { key }: QueryWord): string[] {
  if (/\d/.test(key) || key.length < 3) return [];
  const swapped = [...transpositions(key)].filter((term) => index.hasTerm(term));
  if (key.length === 3) return swapped;
  const nearest = index.nearest(key, key.length >= 7 ? 2 : 1);
  const found = [...new Set([...swapped, ...nearest])];
  // With two errors in five or six letters, at least the first letter must be right.
  if (found.length === 0 && key.length >= 5) found.push(...index.nearest(key, 2, (term) => term[0] === key[0]));
  return found.slice(0, MAX_CORRECTIONS);
}

/** Words of the index that differ by one letter from a longer, existing word. */
export const slipsOf = (index: TermIndex, { key }: QueryWord): string[] =>
  /\d/.test(key) || key.length < 5 ? [] : index.nearest(key, 1).slice(0, MAX_CORRECTIONS);

/** Less similar words, for searches without any other results. */
export const guess = (index: TermIndex, { key }: QueryWord): string[] =>
  /\d/.test(key) || key.length < 4
    ? []
    : index.nearest(key, Math.min(3, Math.floor(key.length * 0.4))).slice(0, MAX_CORRECTIONS);

/**
 * The word with two neighbouring letters swapped: the most common typing error, which otherwise counts as two changes.
 */
function* transpositions(word: string): Generator<string> {
  for (let at = 0; at + 1 < word.length; at++)
    if (word[at] !== word[at + 1]) yield word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
}
