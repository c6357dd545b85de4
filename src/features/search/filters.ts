import { FACET_NAMES, type FacetName } from '#src/features/catalogue/facets.ts';
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

const stepOf = (price: Cents) => PRICE_STEPS.find(({ from, to }) => price > from && price <= to)?.name;

/** The fields of a product that filters and sorting use. */
export interface Filterable {
  id: number;
  group: string;
  categorySlug: string;
  /** '' without a brand. */
  brandSlug: string;
  price: Cents;
  /** The product is reduced. */
  isReduced: boolean;
  listed: readonly FacetName[];
  /** The code of the first product of its family; undefined for a product without variants. */
  family?: string | undefined;
}

interface Filter {
  /** The value of the filter for which a product counts; undefined: none. */
  valueOf: (product: Filterable, isInStock: boolean) => string | undefined;
  /** All values, where a URL may contain no other. */
  values?: readonly string[];
  /** The most values that may be set at once. Default: one. */
  most?: number;
}

/** Products have it or not. */
const flag = (value: string, has: (product: Filterable, isInStock: boolean) => boolean): Filter => ({
  values: [value],
  valueOf: (product, isInStock) => (has(product, isInStock) ? value : undefined),
});

/** The only values of flags. */
export const IN_STOCK = 'in';
export const YES = '1';

/** Bounds the work for one URL. */
const MAX_QUERY_BRANDS = 20;

export type FilterName = 'group' | 'category' | 'brand' | 'price' | 'stock' | 'offers' | FacetName;

const byFacet = Object.fromEntries(
  FACET_NAMES.map((name) => [name, flag(YES, ({ listed }) => listed.includes(name))]),
) as Record<FacetName, Filter>;

/** All filters by the name of their query parameter, in the order of a URL. A sold-out product shows no price. */
export const FILTERS: Readonly<Record<FilterName, Filter>> = {
  group: { valueOf: ({ group }) => group },
  category: { valueOf: ({ categorySlug }) => categorySlug },
  brand: { valueOf: ({ brandSlug }) => brandSlug || undefined, most: MAX_QUERY_BRANDS },
  price: {
    valueOf: ({ price }, isInStock) => (isInStock ? stepOf(price) : undefined),
    values: PRICE_STEPS.map(({ name }) => name),
  },
  stock: flag(IN_STOCK, (_, isInStock) => isInStock),
  offers: flag(YES, ({ isReduced }, isInStock) => isReduced && isInStock),
  ...byFacet,
};

export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/** Makes a record with an entry for each filter. */
export const perFilter = <T>(make: (name: FilterName) => T): Record<FilterName, T> =>
  Object.fromEntries(FILTER_NAMES.map((name) => [name, make(name)])) as Record<FilterName, T>;

/** The set values of each filter, and the sort order. The URL contains them, so that the page can be shared. */
export type Filters = Readonly<Record<FilterName, readonly string[]>> & { readonly sort: Sort };

export const NO_FILTERS: Filters = { ...perFilter(() => []), sort: 'relevance' };

/** Parses the query of a URL. Ignores unknown values; the caller checks whether a category or brand exists. */
export function parseFilters(query: URLSearchParams): Filters {
  const valuesOf = (name: FilterName) => {
    const { values, most = 1 } = FILTERS[name];
    const asked = new Set(query.getAll(name).filter((value) => (values ? values.includes(value) : value)));
    return [...asked].sort().slice(0, most);
  };
  return { ...perFilter(valuesOf), sort: SORTS.find((sort) => sort === query.get('sort')) ?? 'relevance' };
}

/** The query of a URL, always in the same order, so that each list has one URL; '' without filters. */
export function writeFilters(filters: Filters): string {
  const query = new URLSearchParams();
  for (const name of FILTER_NAMES) for (const value of [...filters[name]].sort()) query.append(name, value);
  if (filters.sort !== 'relevance') query.set('sort', filters.sort);
  return query.toString();
}

/** The page number in a URL; 1 when it is missing or malformed. */
export function parsePage(query: URLSearchParams): number {
  const asked = query.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
}

/** Whether any filter is set. Sorting does not count. */
export const hasFilter = (filters: Filters): boolean => FILTER_NAMES.some((name) => filters[name].length > 0);
