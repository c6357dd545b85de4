import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';

export interface SearchQuery {
  query: string;
  language: 'pt' | 'de' | 'en';
  /** `near`: it asks for something that the shop has not quite. */
  where: 'results' | 'near';
  /** Catalogue codes, one of which must come in the first three. */
  products: string[];
}

type Row = Record<keyof SearchQuery, string>;

/** What people type, and what they mean; data/README.md tells where the queries come from. */
export const readSearchQueries = (): SearchQuery[] =>
  (parse(readFileSync(path.join(import.meta.dirname, 'data/search-queries.csv')), { bom: true, columns: true }) as Row[]).map(
    ({ query, language, where, products }) => ({ query, language, where, products: products.split(' ') }) as SearchQuery,
  );
