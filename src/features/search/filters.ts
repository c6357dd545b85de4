import type { Cents } from '#src/shared/money.ts';

export const SORTS = ['relevance', 'price-asc', 'price-desc', 'name'] as const;
export type Sort = (typeof SORTS)[number];

/** Above `from`, up to and including `to`. */
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

/** The filters and the sort order of a search. The URL contains them, so that the page can be shared. */
export interface Filters {
  /** A group of categories. */
  group: string | undefined;
  /** Slug of the category. */
  category: string | undefined;
  /** Slugs of the brands, sorted; an empty list means all brands. */
  brands: readonly string[];
  price: PriceStep | undefined;
  inStock: boolean;
  /** Reduced products only. */
  offers: boolean;
  sort: Sort;
}

export const NO_FILTERS: Filters = {
  group: undefined,
  category: undefined,
  brands: [],
  price: undefined,
  inStock: false,
  offers: false,
  sort: 'relevance',
};

/** Names of the query parameters. */
export const FILTER_NAMES = ['group', 'category', 'brand', 'price', 'stock', 'offers'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** The only value of the filter `stock`. */
export const IN_STOCK = 'in';
/** The only value of the filter `offers`. */
export const OFFERS = '1';
/** Bounds the work for one URL. */
const MAX_QUERY_BRANDS = 20;

/** Parses the query of a URL. Ignores unknown values; the caller checks whether a category or brand exists. */
export function parseFilters(query: URLSearchParams): Filters {
  return {
    group: query.get('group') || undefined,
    category: query.get('category') || undefined,
    brands: [...new Set(query.getAll('brand').filter(Boolean))].sort().slice(0, MAX_QUERY_BRANDS),
    price: PRICE_STEPS.find(({ name }) => name === query.get('price')),
    inStock: query.get('stock') === IN_STOCK,
    offers: query.get('offers') === OFFERS,
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? 'relevance',
  };
}

/** The query of a URL, always in the same order, so that each list has one URL; '' without filters. */
export function writeFilters({ group, category, brands, price, inStock, offers, sort }: Filters): string {
  const query = new URLSearchParams();
  if (group) query.set('group', group);
  if (category) query.set('category', category);
  for (const brand of [...brands].sort()) query.append('brand', brand);
  if (price) query.set('price', price.name);
  if (inStock) query.set('stock', IN_STOCK);
  if (offers) query.set('offers', OFFERS);
  if (sort !== 'relevance') query.set('sort', sort);
  return query.toString();
}

/** The page number in a URL; 1 when it is missing or malformed. */
export function parsePage(query: URLSearchParams): number {
  const asked = query.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
}

/** Whether any filter is set. Sorting does not count. */
export const hasFilter = ({ group, category, brands, price, inStock, offers }: Filters): boolean =>
  Boolean(group ?? category ?? brands[0] ?? price) || inStock || offers;
