import type { QueryWord } from './query.ts';
import { isSameTerm, termWords, type Term } from './synonyms.ts';

/** Terms for things that the shop does not sell, each with the closest category. */
export interface NotSoldRow {
  terms: readonly string[];
  /** Slug of the category. */
  category: string;
}

/** Spelling must not be corrected in these terms: "coxinha" is not a misspelled "cozinha". */
export class NotSoldTerms {
  readonly #entries: readonly { term: Term; category: string }[];

  constructor(rows: readonly NotSoldRow[]) {
    this.#entries = rows.flatMap(({ terms, category }) => terms.map((term) => ({ term: termWords(term), category })));
  }

  /** The category for the first such term in a query, and the query's other words. */
  find(words: readonly QueryWord[]): { category: string; otherWords: QueryWord[] } | undefined {
    for (const { term, category } of this.#entries) {
      const at = words.findIndex((_, index) => isSameTerm(term, words.slice(index, index + term.length)));
      if (term.length > 0 && at >= 0)
        return { category, otherWords: [...words.slice(0, at), ...words.slice(at + term.length)] };
    }
    return undefined;
  }
}
