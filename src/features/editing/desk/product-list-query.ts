import { searchTextOf } from '#src/desk/list-query.ts';
import { PRODUCT_STATES, type ProductListFilter } from '../server/product-list.repository.ts';

/** What the address of a list of products asks for. */
export function readProductListQuery(url: URL): ProductListFilter {
  const { searchParams } = url;
  return {
    text: searchTextOf(url),
    category: searchParams.get('category') ?? '',
    state: PRODUCT_STATES.find((known) => known === searchParams.get('state')),
  };
}
