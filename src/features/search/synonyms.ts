import { toQueryWord, type QueryWord } from './query.ts';
import { isStopWord, wordsOf } from './words.ts';

/** A synonym, as its words. */
export type Term = QueryWord[];

interface Entry {
  term: Term;
  group: Term[];
}

/** An unfinished word with fewer letters could become too many different words. */
const BEGUN_FROM = 4;

const formsOf = ({ key, stems }: QueryWord) => [key, ...stems];
const isSame = (a: QueryWord, b: QueryWord) => formsOf(a).some((form) => formsOf(b).includes(form));

/** Whether two terms have the same words in the same order, in any inflected form. */
export const isSameTerm = (a: Term, b: Term): boolean =>
  a.length === b.length && a.every((word, at) => isSame(word, b[at]!));
const holds = (term: Term, word: QueryWord) => term.some((part) => isSame(part, word));

/** A term's words in the form that queries use, without stop words. */
export const termWords = (term: string): Term => {
  const words = wordsOf(term);
  const telling = words.filter((word) => !isStopWord(word));
  return (telling.length ? telling : words).map(toQueryWord);
};

export class Synonyms {
  readonly #byFirstWord = new Map<string, Entry[]>();

  /**
   * Each group contains synonyms in any language. A term of two groups has the synonyms of both; the groups are not
   * merged.
   */
  constructor(groups: readonly (readonly string[])[]) {
    for (const terms of groups) {
      const group = terms.map(termWords).filter((term) => term.length > 0);
      for (const term of group) {
        const entry = { term, group };
        for (const form of new Set(formsOf(term[0]!)))
          this.#byFirstWord.set(form, [...(this.#byFirstWord.get(form) ?? []), entry]);
      }
    }
  }

  /**
   * First reading: the words with their synonyms. One more reading for each synonym of several words, with these words
   * as one. When the catalogue knows the last word, it is not treated as the beginning of a longer word.
   */
  readings(words: readonly QueryWord[], isKnown: (word: QueryWord) => boolean): QueryWord[][] {
    const single = words.map((word, at) => ({
      ...word,
      others: this.#others(word, at === words.length - 1 && !isKnown(word)),
    }));
    const phrases = words.flatMap((word, at) =>
      this.#entries(word)
        .filter(({ term }) => term.length > 1 && term.every((part, n) => words[at + n] && isSame(part, words[at + n]!)))
        .map(({ term, group }) => {
          const text = term.map((part) => part.text).join('');
          const phrase = { text, key: text, stems: [], phrase: true, others: group.filter((other) => other !== term) };
          return [...single.slice(0, at), phrase, ...single.slice(at + term.length)];
        }),
    );
    return [single, ...phrases];
  }

  #entries(word: QueryWord): Entry[] {
    return [...new Set(formsOf(word).flatMap((form) => this.#byFirstWord.get(form) ?? []))];
  }

  #others(word: QueryWord, mayBegin: boolean): Term[] {
    const entries = this.#entries(word).filter(({ term }) => term.length === 1);
    const begun = entries.length === 0 && mayBegin && word.key.length >= BEGUN_FROM ? this.#begunBy(word) : entries;
    // A longer term that contains the word would find fewer products than the word.
    return [...new Set(begun.flatMap(({ group }) => group))].filter((term) => !holds(term, word));
  }

  #begunBy({ key }: QueryWord): Entry[] {
    return [...this.#byFirstWord].flatMap(([form, entries]) =>
      form.startsWith(key) ? entries.filter(({ term }) => term.length === 1) : [],
    );
  }
}
