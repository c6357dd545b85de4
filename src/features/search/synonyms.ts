import { toQueryWord, type QueryWord } from './query.ts';
import { isStopWord, wordsOf } from './words.ts';

/** A term that means the same as others, as its words. */
export type Term = QueryWord[];

interface Entry {
  term: Term;
  group: Term[];
}

/** Of so few letters of a word that is still being typed nobody knows what it will be. */
const BEGUN_FROM = 4;

const formsOf = ({ key, stems }: QueryWord) => [key, ...stems];
const isSame = (a: QueryWord, b: QueryWord) => formsOf(a).some((form) => formsOf(b).includes(form));

/** Whether two terms have the same words in the same order, each in any of its forms. */
export const isSameTerm = (a: Term, b: Term): boolean => a.length === b.length && a.every((word, at) => isSame(word, b[at]!));
const holds = (term: Term, word: QueryWord) => term.some((part) => isSame(part, word));

/** The telling words of a term, as queries have them. */
export const termWords = (term: string): Term => {
  const words = wordsOf(term);
  const telling = words.filter((word) => !isStopWord(word));
  return (telling.length ? telling : words).map(toQueryWord);
};

export class Synonyms {
  readonly #byFirstWord = new Map<string, Entry[]>();

  /** Each group holds terms that mean the same, in any language; a term of two groups stands for both, which stay two. */
  constructor(groups: readonly (readonly string[])[]) {
    for (const terms of groups) {
      const group = terms.map(termWords).filter((term) => term.length > 0);
      for (const term of group) {
        const entry = { term, group };
        for (const form of new Set(formsOf(term[0]!))) this.#byFirstWord.set(form, [...(this.#byFirstWord.get(form) ?? []), entry]);
      }
    }
  }

  /**
   * The words with what else they may be called; and, for each term of several words in them, a reading that has it as one.
   * A last word that `isKnown` to the catalogue is not taken for the beginning of a term.
   */
  readings(words: readonly QueryWord[], isKnown: (word: QueryWord) => boolean): QueryWord[][] {
    const single = words.map((word, at) => ({ ...word, others: this.#others(word, at === words.length - 1 && !isKnown(word)) }));
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
    // A longer term with the word in it asks for less than the word.
    return [...new Set(begun.flatMap(({ group }) => group))].filter((term) => !holds(term, word));
  }

  #begunBy({ key }: QueryWord): Entry[] {
    return [...this.#byFirstWord].flatMap(([form, entries]) =>
      form.startsWith(key) ? entries.filter(({ term }) => term.length === 1) : [],
    );
  }
}
