/**
 * What the lists filter by, beside price, brand and category. Whether a product fits may be unknown, and only a product
 * that is known to fit is listed. Each facet is a filter of its own, so a shopper may ask for several at once.
 */
import { ALLERGENS, HAIR_TYPES, SCENTS, type ProductFacts } from './facts.ts';

/** The filters' headings, in the order of the page. */
export const FACET_GROUPS = ['facts', 'without', 'scent', 'hair'] as const;

interface Facet {
  group: (typeof FACET_GROUPS)[number];
  /** The filter's name, a key below `catalogue:facets`. */
  label: string;
  fits: (facts: ProductFacts) => boolean;
  /** Only for facets that a set fits when each of its parts does: whether the set's own row says that it does not. */
  denies?: (facts: ProductFacts) => boolean;
}

/** A facet for each value of a fact: `withoutMilk` with the name `without.milk`. */
const forEach = <const G extends Facet['group'], const V extends string>(
  group: G,
  values: readonly V[],
  rulesOf: (value: V) => Pick<Facet, 'fits' | 'denies'>,
) =>
  Object.fromEntries(
    values.map((value): [string, Facet] => [
      group + value[0]!.toUpperCase() + value.slice(1),
      { group, label: `${group}.${value}`, ...rulesOf(value) },
    ]),
  ) as Record<`${G}${Capitalize<V>}`, Facet & { label: `${G}.${V}` }>;

const has = (values: string | undefined, value: string): boolean => values?.split(' ').includes(value) ?? false;

export const FACETS = {
  reusable: { group: 'facts', label: 'reusable', fits: ({ reusable }) => reusable === 'yes' },
  vegan: {
    group: 'facts',
    label: 'vegan',
    fits: ({ vegan }) => vegan === 'yes',
    denies: ({ vegan }) => vegan === 'no',
  },
  vegetarian: {
    group: 'facts',
    label: 'vegetarian',
    fits: ({ vegan, vegetarian }) => vegetarian === 'yes' || vegan === 'yes',
    denies: ({ vegetarian }) => vegetarian === 'no',
  },
  // Traces need not be declared, so a product without this column fits by its ingredients.
  ...forEach('without', ALLERGENS, (allergen) => ({
    fits: ({ allergens, traces }) => allergens !== undefined && !has(allergens, allergen) && !has(traces, allergen),
    denies: ({ allergens, traces }) => has(allergens, allergen) || has(traces, allergen),
  })),
  ...forEach('scent', SCENTS, (value) => ({ fits: ({ scent }) => has(scent, value) })),
  ...forEach('hair', HAIR_TYPES, (value) => ({ fits: ({ hairType }) => has(hairType, value) })),
} as const satisfies Record<string, Facet>;

export type FacetName = keyof typeof FACETS;
export const FACET_NAMES = Object.keys(FACETS) as FacetName[];

/** The facets that a product fits. */
export const facetsOf = (facts: ProductFacts): FacetName[] => FACET_NAMES.filter((name) => FACETS[name].fits(facts));

/** The facets that a set fits. `parts`: those of each part. */
export const setFacets = (facts: ProductFacts, parts: readonly (readonly FacetName[])[]): FacetName[] =>
  FACET_NAMES.filter((name) => {
    const { fits, denies }: Facet = FACETS[name];
    if (!denies) return fits(facts);
    return parts.length > 0 && parts.every((part) => part.includes(name)) && !denies(facts);
  });
