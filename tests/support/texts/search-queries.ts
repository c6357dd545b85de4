import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';

export interface SearchQuery {
  query: string;
  language: 'pt' | 'de' | 'en';
  /** `near`: the query asks for something that the shop only has in a similar form. */
  where: 'results' | 'near';
  /** Catalogue codes; at least one must be among the first three results. */
  products: string[];
}

type Row = Record<keyof SearchQuery, string>;

/** People's queries and what they mean. data/README.md names the sources. */
export const readSearchQueries = (): SearchQuery[] =>
  (
    parse(readFileSync(path.join(import.meta.dirname, '../data/search-queries.csv')), {
      bom: true,
      columns: true,
    }) as Row[]
  ).map(
    ({ query, language, where, products }) =>
      ({ query, language, where, products: products.split(' ') }) as SearchQuery,
  );
