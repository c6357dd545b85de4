import { wordKey } from '#src/shared/fold.ts';
import { LOCALE_CODES, LOCALES, type WordRules } from '#src/i18n/locales.ts';

/** The rules of all languages of the shop, because a typed word may be in any of them. */
export const ALL_RULES: readonly WordRules[] = [...new Set(LOCALE_CODES.map((locale) => LOCALES[locale].wordRules))];

/** A word's ending and its replacements in the stem. At least `least` letters must precede the ending. */
interface Ending {
  end: string;
  stem: string[];
  least: number;
}

const ending = (end: string, least: number, ...stem: string[]): Ending => ({ end, stem, least });

// The first matching ending is used. The words are folded: õ is o, ü is u.
const PORTUGUESE = [
  ending('oes', 2, 'ao'),
  ending('aes', 1, 'ao'),
  ending('aos', 1, 'ao'),
  ending('ais', 3, 'al'),
  ending('eis', 3, 'el', 'il'),
  ending('ois', 4, 'ol'),
  ending('uis', 3, 'ul'),
  ending('ns', 2, 'm'),
  // flores, torres: the plural does not show whether the singular ends in e.
  ending('res', 3, 'r', 're'),
  ending('zes', 3, 'z', 'ze'),
  ending('ses', 2, 's', 'se'),
  ending('as', 4, '', 'a'),
  ending('os', 4, '', 'o'),
  ending('s', 3, ''),
  ending('ao', 1, 'ao'),
  // branco, branca: only long words, because "pele" and "pelo" are different things.
  ending('a', 5, ''),
  ending('o', 5, ''),
];

const GERMAN = ['ern', 'en', 'er', 'es', 'em', 'e'].map((end) => ending(end, 3, ''));

const ENGLISH = [
  ending('ies', 2, 'y'),
  ending('ie', 3, 'y'),
  ...['x', 'ch', 'sh', 'ss', 'z'].map((before) => ending(`${before}es`, 2, before)),
  ...['ss', 'us', 'is'].map((whole) => ending(whole, 1, whole)),
  ending('s', 3, ''),
];

function strip(word: string, endings: readonly Ending[]): string[] {
  const fits = endings.find(({ end, least }) => word.endsWith(end) && word.length - end.length >= least);
  return fits ? fits.stem.map((stem) => word.slice(0, word.length - fits.end.length) + stem) : [word];
}

// Weine, Mandeln, Snacks; not Reis, Ananas, Kürbis, Keks.
/** A folded German word without its ending. */
export const germanForms = (word: string) =>
  strip(word, GERMAN).map((stem) => stem.replace(/(?<=^.{3,}[lr])n$|(?<=^.{3,}[bdfghklmnoprt])s$/, ''));

const STEMMERS: Record<WordRules, (word: string) => string[]> = {
  portuguese: (word) => strip(word, PORTUGUESE),
  german: germanForms,
  english: (word) => strip(word, ENGLISH),
  none: (word) => [word],
};

/**
 * Keys of a folded word's stems by these rules, without the word's own key. Use them only for comparison with other
 * stems.
 */
export function stemsOf(word: string, rules: readonly WordRules[]): string[] {
  if (word.length < 4 || /\d/.test(word)) return [];
  const own = wordKey(word);
  return [...new Set(rules.flatMap((name) => STEMMERS[name](word)).map(wordKey))].filter((stem) => stem !== own);
}
