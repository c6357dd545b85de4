import MiniSearch from 'minisearch';
import { FIELDS, type SearchDocument } from './document.ts';

const words = (text: string) => text.split(' ').filter(Boolean);

/** MiniSearch over prepared terms, with access to its vocabulary. */
export class TermIndex extends MiniSearch<SearchDocument> {
  constructor() {
    super({
      fields: [...FIELDS],
      tokenize: words,
      processTerm: (term) => term,
      searchOptions: {
        tokenize: words,
        processTerm: (term) => term,
        boost: { code: 8, name: 10, brand: 6, subject: 5, category: 3, subtitle: 1 },
      },
    });
  }

  hasTerm(term: string): boolean {
    return this._index.has(term);
  }

  hasPrefix(prefix: string): boolean {
    return !this._index.atPrefix(prefix).keys().next().done;
  }

  /** The most similar other terms, at most `most` changed letters away. */
  nearest(term: string, most: number, isWanted: (found: string) => boolean = () => true): string[] {
    const found = [...this._index.fuzzyGet(term, most)]
      .map(([other, [, distance]]) => ({ other, distance }))
      .filter(({ other, distance }) => distance > 0 && isWanted(other));
    const least = Math.min(...found.map(({ distance }) => distance));
    return found.filter(({ distance }) => distance === least).map(({ other }) => other);
  }
}
