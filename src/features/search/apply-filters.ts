import { FACETS } from '#src/features/catalogue/facets.ts';
import { FILTER_NAMES, FILTERS, perFilter, YES, type Filterable, type FilterName, type Filters } from './filters.ts';

/** The number of products, or of families with variants, for each value of each filter, if only this filter changed. */
export type Counts = Record<FilterName, Map<string, number>>;

/** A product fits few of the many facets, so these are counted by what it has. */
const OTHER_FILTERS = FILTER_NAMES.filter((name) => !Object.hasOwn(FACETS, name));

interface Sortable extends Filterable {
  /** Position in the list sorted by name. */
  nameOrder: number;
}

/** The first product of each family. */
export function frontsOf<T extends Pick<Filterable, 'family'>>(products: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return products.filter(({ family }) => family === undefined || (!seen.has(family) && seen.add(family)));
}

/**
 * Filters and sorts products, and keeps the first one of each family; `found` is ordered by relevance. Sorted by price,
 * sold-out products come last.
 */
export function applyFilters<T extends Sortable>(
  found: readonly T[],
  filters: Filters,
  soldOut: ReadonlySet<number>,
): { entries: readonly T[]; counts: Counts } {
  const counts: Counts = perFilter(() => new Map<string, number>());
  // A key of name, value and family would be one more text for each of them.
  const families = perFilter(() => new Map<string, Set<string>>());
  const isCounted = (name: FilterName, value: string, family: string): boolean => {
    const counted = families[name].get(value);
    if (!counted) families[name].set(value, new Set([family]));
    else if (counted.has(family)) return true;
    else counted.add(family);
    return false;
  };
  const add = (name: FilterName, value: string, family: string | undefined) => {
    if (family !== undefined && isCounted(name, value, family)) return;
    counts[name].set(value, (counts[name].get(value) ?? 0) + 1);
  };
  const set = FILTER_NAMES.filter((name) => filters[name].length > 0);
  const entries = found.filter((product) => {
    const isInStock = !soldOut.has(product.id);
    const failed = set.filter((name) => !filters[name].includes(FILTERS[name].valueOf(product, isInStock) ?? ''));
    if (failed.length > 1) return false;
    // A product that fails exactly one filter would be shown with another value of that filter.
    for (const name of failed.length === 1 ? failed : OTHER_FILTERS) {
      const value = FILTERS[name].valueOf(product, isInStock);
      if (value !== undefined) add(name, value, product.family);
    }
    if (failed.length === 0) for (const name of product.listed) add(name, YES, product.family);
    return failed.length === 0;
  });
  return { entries: frontsOf(sorted(entries, filters, soldOut)), counts };
}

function sorted<T extends Sortable>(entries: T[], { sort }: Filters, soldOut: ReadonlySet<number>): T[] {
  if (sort === 'relevance') return entries;
  if (sort === 'name') return entries.sort((a, b) => a.nameOrder - b.nameOrder);
  const direction = sort === 'price-asc' ? 1 : -1;
  const isSoldOut = ({ id }: T) => Number(soldOut.has(id));
  return entries.sort((a, b) => isSoldOut(a) - isSoldOut(b) || direction * (a.price - b.price));
}
