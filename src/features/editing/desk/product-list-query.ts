import { queryText, searchTextOf } from '#src/desk/list-query.ts';
import { PRODUCT_STATES } from '../product-states.ts';
import type { ProductListFilter } from '../server/product-list.repository.ts';

/** The parsed query of a product list's URL. */
export function readProductListQuery(url: URL): ProductListFilter {
  return {
    text: searchTextOf(url),
    category: queryText(url, 'category'),
    state: PRODUCT_STATES.find((known) => known === queryText(url, 'state')),
  };
}
