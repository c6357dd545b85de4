import type { Cents } from '#src/shared/money.ts';
import {
  FILTER_NAMES,
  IN_STOCK,
  OFFERS,
  PRICE_STEPS,
  type FilterName,
  type Filters,
  type PriceStep,
} from './filters.ts';

/** The fields of a product that filters and sorting use. */
export interface Filterable {
  id: number;
  group: string;
  categorySlug: string;
  brandSlug: string;
  price: Cents;
  /** The product is reduced. */
  isReduced: boolean;
  /** Position in the list sorted by name. */
  nameOrder: number;
}

/** For each filter: the number of products for each of its values, if only this filter changed. */
export type Counts = Record<FilterName, Map<string, number>>;

/** A product for the filters. A sold-out product shows no price, so it has no price step. */
interface Candidate {
  product: Filterable;
  isInStock: boolean;
  step: PriceStep | undefined;
}

interface Filter {
  passes(candidate: Candidate, filters: Filters): boolean;
  /** The value of the filter for which the product counts. */
  valueOf(candidate: Candidate): string | undefined;
}

const FILTERS: Record<FilterName, Filter> = {
  group: {
    passes: ({ product }, { group }) => !group || group === product.group,
    valueOf: ({ product }) => product.group,
  },
  category: {
    passes: ({ product }, { category }) => !category || category === product.categorySlug,
    valueOf: ({ product }) => product.categorySlug,
  },
  brand: {
    passes: ({ product }, { brands }) => brands.length === 0 || brands.includes(product.brandSlug),
    valueOf: ({ product }) => product.brandSlug || undefined,
  },
  price: {
    passes: ({ step }, { price }) => !price || price === step,
    valueOf: ({ step }) => step?.name,
  },
  stock: {
    passes: ({ isInStock }, { inStock }) => !inStock || isInStock,
    valueOf: ({ isInStock }) => (isInStock ? IN_STOCK : undefined),
  },
  // A sold-out product shows no price, so it does not count as an offer.
  offers: {
    passes: ({ product, isInStock }, { offers }) => !offers || (product.isReduced && isInStock),
    valueOf: ({ product, isInStock }) => (product.isReduced && isInStock ? OFFERS : undefined),
  },
};

const stepOf = (price: Cents): PriceStep | undefined => PRICE_STEPS.find(({ from, to }) => price > from && price <= to);
const add = (counts: Map<string, number>, value: string) => counts.set(value, (counts.get(value) ?? 0) + 1);

/** Filters and sorts products; `found` is ordered by relevance. Sorted by price, sold-out products come last. */
export function applyFilters<T extends Filterable>(
  found: readonly T[],
  filters: Filters,
  soldOut: ReadonlySet<number>,
): { entries: readonly T[]; counts: Counts } {
  const counts = Object.fromEntries(FILTER_NAMES.map((name) => [name, new Map<string, number>()])) as Counts;
  const entries = found.filter((product) => {
    const isInStock = !soldOut.has(product.id);
    const candidate = { product, isInStock, step: isInStock ? stepOf(product.price) : undefined };
    const failed = FILTER_NAMES.filter((name) => !FILTERS[name].passes(candidate, filters));
    if (failed.length > 1) return false;
    // A product that fails exactly one filter would be shown with another value of that filter.
    for (const name of failed.length === 1 ? failed : FILTER_NAMES) {
      const value = FILTERS[name].valueOf(candidate);
      if (value !== undefined) add(counts[name], value);
    }
    return failed.length === 0;
  });
  return { entries: sorted(entries, filters, soldOut), counts };
}

function sorted<T extends Filterable>(entries: T[], { sort }: Filters, soldOut: ReadonlySet<number>): T[] {
  if (sort === 'relevance') return entries;
  if (sort === 'name') return entries.sort((a, b) => a.nameOrder - b.nameOrder);
  const direction = sort === 'price-asc' ? 1 : -1;
  const isSoldOut = ({ id }: T) => Number(soldOut.has(id));
  return entries.sort((a, b) => isSoldOut(a) - isSoldOut(b) || direction * (a.price - b.price));
}
