import type { WordRules } from '#src/i18n/locales.ts';
import { fold } from '#src/shared/fold.ts';

/** Folded words that nearly every text contains, so that they distinguish nothing. */
const STOP_WORDS: Record<WordRules, string> = {
  portuguese: 'a o as os e de da do das dos em na no nas nos com para por um uma ao aos',
  german: 'der die das den dem des und mit fur fuer aus im in am an zu zum zur von vom ein eine einen einem auf bei',
  english: 'the and of for with on to from by',
  none: '',
};
const ALL_STOP_WORDS = new Set(Object.values(STOP_WORDS).flatMap((words) => words.match(/\S+/g) ?? []));

export const isStopWord = (word: string): boolean => ALL_STOP_WORDS.has(word);

/** Folds a text and keeps only letters, digits and inner hyphens. An apostrophe separates words like a hyphen. */
const clean = (text: string) =>
  fold(text.replace(/['’`´]s(?!\p{L})/giu, '').replace(/(?<=\p{L})['’`´](?=\p{L})/gu, '-'))
    .replace(/[^\p{L}\p{N}-]+/gu, ' ')
    .trim();

/** The words of a text, folded, in order: "Brazil’s Micro-ondas" → brazil, micro, ondas. */
export const wordsOf = (text: string): string[] => clean(text).split(/[ -]+/).filter(Boolean);

/** Like `wordsOf`, with hyphenated words also joined: micro, ondas, microondas. */
export function wordsAndJoined(text: string): string[] {
  return clean(text)
    .split(' ')
    .flatMap((chunk) => {
      const parts = chunk.split('-').filter(Boolean);
      return parts.length > 1 ? [...parts, parts.join('')] : parts;
    });
}

export interface Size {
  amount: number;
  unit: 'g' | 'ml';
}

const SIZE =
  /(?<![\p{L}\p{N}.,])(\d{1,5}(?:[.,]\d{1,3})?)\s?(kg|quilos?|kilos?|gr?|ml|cl|l|lt|litros?|lit(?:er|re)s?|gram(?:as?|s|m)?)(?![\p{L}\p{N}])/giu;
const SCALES: Record<string, Size> = {
  k: { amount: 1000, unit: 'g' },
  q: { amount: 1000, unit: 'g' },
  g: { amount: 1, unit: 'g' },
  m: { amount: 1, unit: 'ml' },
  c: { amount: 10, unit: 'ml' },
  l: { amount: 1000, unit: 'ml' },
};

const toSize = (amount: string, unit: string): Size => {
  const scale = SCALES[unit[0]?.toLowerCase() ?? ''] ?? { amount: 1, unit: 'g' };
  return { amount: Math.round(Number(amount.replace(',', '.')) * scale.amount), unit: scale.unit };
};

/** Separates a text from the quantities in it: "café 500 g" → "café", 500 g. */
export function takeSizes(text: string): { rest: string; sizes: Size[] } {
  const sizes: Size[] = [];
  const rest = text.replace(SIZE, (_, amount: string, unit: string) => {
    sizes.push(toSize(amount, unit));
    return ' ';
  });
  return { rest, sizes };
}
