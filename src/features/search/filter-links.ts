import { formatNumber } from '#src/i18n/format.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { pages } from '#src/shared/paths.ts';
import { toEuro } from '#src/shared/money.ts';
import { GROUP_PAGES } from '#src/features/catalogue/category-group.ts';
import { FACET_GROUPS, FACET_NAMES, FACETS } from '#src/features/catalogue/facets.ts';
import type { Category } from '#src/features/catalogue/product.ts';
import {
  FILTERS,
  hasFilter,
  IN_STOCK,
  NO_FILTERS,
  PRICE_STEPS,
  SORTS,
  writeFilters,
  YES,
  type FilterName,
  type Filters,
  type PriceStep,
  type Sort,
} from './filters.ts';
import type { Counts } from './apply-filters.ts';

/**
 * A link that sets a filter, or removes it if it is set; several brands can be set. Its path has no language prefix.
 */
export interface FilterLink {
  label: string;
  path: string;
  active: boolean;
  /** undefined in a prerendered list, except for brands and facets: see `ListFacets`. */
  count: number | undefined;
}

interface FilterGroup {
  name: 'availability' | 'category' | (typeof FACET_GROUPS)[number] | 'price' | 'brand';
  label: string;
  links: FilterLink[];
}

export interface FilterView {
  groups: FilterGroup[];
  sorts: { label: string; path: string; active: boolean }[];
  /** Path of the search without any filter; undefined when none is set. */
  clear: string | undefined;
}

/** A longer list of brands would itself need a search. */
export const MAX_SHOWN_BRANDS = 12;

interface Choices {
  term: string;
  filters: Filters;
  counts: Counts;
  categories: readonly Category[];
  /** Names by slug. */
  brands: ReadonlyMap<string, string>;
}

const alphabet = new Intl.Collator('pt-BR');

/** The links of a search page. A value that would show no product has no link. */
export function filterLinks(t: Translate, { term, filters, counts, categories, brands }: Choices): FilterView {
  const path = (changes: Partial<Filters>) => pages.search(term, 1, writeFilters({ ...filters, ...changes }));
  const link = (name: FilterName, value: string, label: string): FilterLink => {
    const active = filters[name].includes(value);
    const others = FILTERS[name].most ? filters[name].filter((set) => set !== value) : [];
    return {
      label,
      active,
      count: counts[name].get(value) ?? 0,
      path: path({ [name]: active ? others : [...others, value] }),
    };
  };

  // Group pages link here; the search itself offers the finer categories instead.
  const group = GROUP_PAGES.filter((name) => filters.group.includes(name));
  // Only the shown brands get a link, because building a link takes longer than sorting hundreds of brands.
  const brand = [...brands]
    .map(([slug, name]) => ({ slug, name, active: filters.brand.includes(slug), count: counts.brand.get(slug) ?? 0 }))
    .filter(({ active, count }) => active || count > 0)
    .sort((a, b) => Number(b.active) - Number(a.active) || b.count - a.count || alphabet.compare(a.name, b.name))
    .slice(0, MAX_SHOWN_BRANDS);

  const groups = [
    {
      name: 'availability' as const,
      label: t('catalogue:search.availability'),
      links: [link('stock', IN_STOCK, t('catalogue:search.inStock'))],
    },
    {
      name: 'category' as const,
      label: t('catalogue:search.category'),
      links: [
        ...group.map((name) => link('group', name, t(`catalogue:groups.${name}.label`))),
        ...categories.map(({ slug, label }) => link('category', slug, label)),
      ],
    },
    ...FACET_GROUPS.map((group) => ({
      name: group,
      label: t(`catalogue:search.${group}`),
      links: FACET_NAMES.filter((name) => FACETS[name].group === group).map((name) =>
        link(name, YES, t(`catalogue:facets.${FACETS[name].label}`)),
      ),
    })),
    {
      name: 'price' as const,
      label: t('catalogue:search.price'),
      links: [
        link('offers', YES, t('catalogue:offers.title')),
        ...PRICE_STEPS.map((step) => link('price', step.name, priceLabel(t, step))),
      ],
    },
    {
      name: 'brand' as const,
      label: t('catalogue:search.brand'),
      links: brand.map(({ slug, name }) => link('brand', slug, name)),
    },
  ].map((group) => ({ ...group, links: group.links.filter(({ active, count }) => active || count !== 0) }));
  return {
    groups: groups.filter(({ links }) => links.length > 0),
    sorts: SORTS.map((sort) => ({ label: sortLabel(t, sort), path: path({ sort }), active: filters.sort === sort })),
    clear: hasFilter(filters) ? pages.search(term, 1, writeFilters({ ...NO_FILTERS, sort: filters.sort })) : undefined,
  };
}

const sortLabel = (t: Translate, sort: Sort): string =>
  ({
    relevance: t('catalogue:search.sort.relevance'),
    'price-asc': t('catalogue:search.sort.priceAsc'),
    'price-desc': t('catalogue:search.sort.priceDesc'),
    name: t('catalogue:search.sort.name'),
  })[sort];

function priceLabel(t: Translate, { from, to }: PriceStep): string {
  const [low, high] = [formatNumber(toEuro(from)), formatNumber(toEuro(to))];
  if (from === 0) return t('catalogue:search.priceUpTo', { high });
  return to === Infinity ? t('catalogue:search.priceOver', { low }) : t('catalogue:search.priceBetween', { low, high });
}
