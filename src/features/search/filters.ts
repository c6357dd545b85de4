import type { Cents } from '#src/shared/money.ts';

export const SORTS = ['relevance', 'price-asc', 'price-desc', 'name'] as const;
export type Sort = (typeof SORTS)[number];

/** Over `from`, up to and with `to`. */
export interface PriceStep {
  name: string;
  from: Cents;
  to: Cents;
}

const EDGES_EURO = [0, 3, 5, 10, 20, 50];

export const PRICE_STEPS: readonly PriceStep[] = EDGES_EURO.map((from, at) => {
  const to = EDGES_EURO[at + 1];
  return { name: `${from}-${to ?? ''}`, from: from * 100, to: to === undefined ? Infinity : to * 100 };
});

/** What narrows and orders a search; it stands in the address, so that it can be shared. */
export interface Filters {
  /** Slug of the category. */
  category: string | undefined;
  /** Brands as in `brandSlug`, in order; none stands for all. */
  brands: readonly string[];
  price: PriceStep | undefined;
  inStock: boolean;
  sort: Sort;
}

export const NO_FILTERS: Filters = { category: undefined, brands: [], price: undefined, inStock: false, sort: 'relevance' };

/** What an address calls them. */
export const FILTER_NAMES = ['category', 'brand', 'price', 'stock', 'sort'] as const;

const IN_STOCK = 'in';
/** More than anybody picks by hand. */
const MAX_BRANDS = 20;

/** Reads an address's query. What is not understood is left out; whether a category or brand exists is not known here. */
export function parseFilters(query: URLSearchParams): Filters {
  return {
    category: query.get('category') || undefined,
    brands: [...new Set(query.getAll('brand').filter(Boolean))].sort().slice(0, MAX_BRANDS),
    price: PRICE_STEPS.find(({ name }) => name === query.get('price')),
    inStock: query.get('stock') === IN_STOCK,
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? 'relevance',
  };
}

/** The query of an address, always in the same order; '' without filters. */
export function writeFilters({ category, brands, price, inStock, sort }: Filters): string {
  const query = new URLSearchParams();
  if (category) query.set('category', category);
  for (const brand of [...brands].sort()) query.append('brand', brand);
  if (price) query.set('price', price.name);
  if (inStock) query.set('stock', IN_STOCK);
  if (sort !== 'relevance') query.set('sort', sort);
  return query.toString();
}

/** The number of an address's page; 1 for what is none. */
export function parsePage(query: URLSearchParams): number {
  const asked = query.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
}

/** Whether anything is left out; sorting leaves nothing out. */
export const narrows = ({ category, brands, price, inStock }: Filters): boolean => Boolean(category ?? brands[0] ?? price) || inStock;
