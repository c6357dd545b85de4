import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeTrie } from 'cspell-trie-lib';
import type { DemoLocale } from '../texts/demo-languages.ts';
import { isGermanCompound, type Lexicon } from './german-compound.ts';
import type { Passage } from './passages.ts';

export interface Misspelling {
  /** `folder/file.md:3`, which editors and terminals can open. */
  place: string;
  word: string;
}

// cspell's dictionaries without cspell, which needs a hundred packages to read source code. The German one knows nearly
// twice as many of this shop's words as Hunspell's dictionary-de. Both lack compounds (german-compound.ts). They are
// (L)GPL: for tests only.
const DICTIONARIES = {
  'pt-BR': '@cspell/dict-pt-br/cspell-ext.json',
  'de-DE': '@cspell/dict-de-de/cspell-ext.json',
  'en-US': '@cspell/dict-en_us/cspell-ext.json',
} satisfies Record<DemoLocale, string>;

const TOKEN = /\p{L}[\p{L}\p{M}]*(?:['-]\p{L}[\p{L}\p{M}]*)*/gu;
const QUOTED = /„[^“]*“|“[^”]*”|\*[^*]*\*/g;
const ENDINGS = [/[ns]$/, /e[mnrs]?$/];

const require = createRequire(import.meta.url);
const lexicons = new Map<DemoLocale, Lexicon>();

/**
 * Correct words that the dictionary lacks, of one language or of all (`shared`): names, Brazilian dishes,
 * abbreviations.
 */
export const exceptionsIn = (list: DemoLocale | 'shared'): string[] =>
  readFileSync(path.join(import.meta.dirname, `${list}.txt`), 'utf8')
    .trimEnd()
    .split('\n');

/** The dictionary of a language, without the word lists. */
export function dictionaryOf(locale: DemoLocale): Lexicon {
  const settings = require.resolve(DICTIONARIES[locale]);
  const { dictionaryDefinitions } = require(settings) as { dictionaryDefinitions: [{ path: string }] };
  const trie = decodeTrie(gunzipSync(readFileSync(path.join(path.dirname(settings), dictionaryDefinitions[0].path))));
  return (word) => trie.has(word);
}

/** The dictionary of a language with its word lists and their inflected forms; in German also with compounds. */
function lexiconOf(locale: DemoLocale): Lexicon {
  let lexicon = lexicons.get(locale);
  if (!lexicon) {
    const dictionary = dictionaryOf(locale);
    const exceptions = new Set([...exceptionsIn('shared'), ...exceptionsIn(locale)]);
    const isListed: Lexicon = (word) =>
      exceptions.has(word) || ENDINGS.some((ending) => exceptions.has(word.replace(ending, ''))) || dictionary(word);
    lexicon = locale === 'de-DE' ? (word) => isListed(word) || isGermanCompound(word, isListed) : isListed;
    lexicons.set(locale, lexicon);
  }
  return lexicon;
}

/**
 * The misspelled words in the passages' order. `names` are correct as written, as a common noun and with a genitive's
 * s. Words in quotes or italics may be Portuguese.
 */
export function misspellingsIn(
  passages: Passage[],
  locale: DemoLocale,
  names: ReadonlySet<string> = new Set(),
): Misspelling[] {
  const isWord = lexiconOf(locale);
  const isPortuguese = lexiconOf('pt-BR');
  const isName: Lexicon = (word) =>
    [word, word.replace(/s$/, '')].some((stem) => names.has(stem) || names.has(upperFirst(stem)));
  return passages.flatMap(({ file, line, text }) => {
    // U+2011 is a hyphen that does not break.
    const plain = text.replaceAll('**', '').replaceAll('’', "'").replaceAll('\u2011', '-');
    const quoted = (plain.match(QUOTED) ?? []).join(' ');
    const words = [
      ...unknown(plain.replace(QUOTED, ' '), (word) => isWord(word) || isName(word)),
      ...unknown(quoted, (word) => isWord(word) || isName(word) || isPortuguese(word)),
    ];
    return words.map((word) => ({ place: `${file}:${line}`, word }));
  });
}

const unknown = (text: string, lexicon: Lexicon) =>
  (text.match(TOKEN) ?? []).filter((token) => !areSpelt(token.split('-'), lexicon));

/**
 * Whether a hyphenated word's parts are words, alone or with their neighbours: `Make-up|Reste`. A capital may begin a
 * sentence.
 */
function areSpelt(parts: string[], lexicon: Lexicon): boolean {
  const isSpelt = (word: string) => word.length === 1 || lexicon(word) || lexicon(lowerFirst(word));
  return (
    parts.length === 0 ||
    parts.some((_, index) => {
      const word = parts.slice(0, index + 1).join('-');
      return (isSpelt(word) || word.split("'").every(isSpelt)) && areSpelt(parts.slice(index + 1), lexicon);
    })
  );
}

const upperFirst = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const lowerFirst = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);
