import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { FACET_GROUPS, FACET_NAMES, type FacetName } from '#src/features/catalogue/facets.ts';
import { reductionPercent } from '#src/features/catalogue/price.ts';
import { familyOf } from '#src/features/catalogue/variants/variant.ts';
import { slugify } from '#src/features/catalogue/slug.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { applyFilters } from './apply-filters.ts';
import { filterLinks, MAX_SHOWN_BRANDS, type FilterView } from './filter-links.ts';
import { NO_FILTERS, perFilter, YES, type FilterName, type Filters } from './filters.ts';

/**
 * The values of each filter that occur in a whole list. Only brands and facets have their number of products: the
 * others change when a product sells out, and then every page of the list would be built again.
 */
export interface ListFacets {
  brands: readonly (readonly [slug: string, name: string, count: number])[];
  facets: Record<FacetName, number>;
  values: Record<FilterName, readonly string[]>;
}

const COUNTED = new Set<string>(['brand', ...FACET_GROUPS]);

const perFacet = (count: (name: FacetName) => number) =>
  Object.fromEntries(FACET_NAMES.map((name) => [name, count(name)])) as Record<FacetName, number>;

export function listFacets(products: readonly ProductSummary[]): ListFacets {
  const soldOut = new Set(products.filter(({ quantityAvailable }) => quantityAvailable <= 0).map(({ id }) => id));
  const { counts } = applyFilters(
    products.map((product, nameOrder) => ({
      id: product.id,
      group: '',
      categorySlug: product.categorySlug,
      brandSlug: slugify(product.brand ?? ''),
      price: product.price,
      isReduced: reductionPercent(product) > 0,
      listed: product.listed,
      family: product.variants && familyOf(product),
      nameOrder,
    })),
    NO_FILTERS,
    soldOut,
  );
  const names = new Map(products.flatMap(({ brand }) => (brand ? [[slugify(brand), brand] as const] : [])));
  // Those with the most products.
  const largest = [...counts.brand].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_SHOWN_BRANDS);
  const brands = largest.map(([slug]) => slug).sort();
  const values = perFilter((name) => [...counts[name].keys()].sort());
  return {
    brands: brands.map((slug) => [slug, names.get(slug) ?? slug, counts.brand.get(slug) ?? 0] as const),
    facets: perFacet((name) => counts[name].get(YES) ?? 0),
    values: { ...values, brand: brands },
  };
}

/** The links of a prerendered list: each leads to the search page that shows the same list with a filter or sorted. */
export function listFilterLinks(
  t: Translate,
  list: Partial<Filters>,
  { brands, facets, values }: ListFacets,
): FilterView {
  const counts = perFilter((name) => new Map(values[name].map((value) => [value, 1])));
  counts.brand = new Map(brands.map(([slug, , count]) => [slug, count]));
  for (const name of FACET_NAMES) counts[name] = new Map(facets[name] ? [[YES, facets[name]]] : []);
  const view = filterLinks(t, {
    term: '',
    filters: { ...NO_FILTERS, ...list },
    counts,
    categories: [],
    brands: new Map(brands.map(([slug, name]) => [slug, name])),
  });
  const groups = view.groups.map((group) => ({
    ...group,
    // The list itself is not a filter that can be removed.
    links: group.links
      .filter(({ active }) => !active)
      .map((link) => ({ ...link, count: COUNTED.has(group.name) ? link.count : undefined })),
  }));
  return { groups: groups.filter(({ links }) => links.length > 0), sorts: view.sorts, clear: undefined };
}
