import { PRODUCT_STATES, type ProductListFilter } from '../server/product-list.repository.ts';

/** What the address of a list of products asks for. */
export function readProductListQuery({ searchParams }: URL): ProductListFilter {
  return {
    text: (searchParams.get('q') ?? '').trim().slice(0, 100),
    category: searchParams.get('category') ?? '',
    state: PRODUCT_STATES.find((known) => known === searchParams.get('state')),
  };
}
