import type { Context } from '#src/server/context.ts';
import { PAGE_SIZE } from '#src/shared/business.ts';
import type { PageHead } from '#src/shared/page-head.ts';
import { pages } from '#src/shared/paths.ts';
import type { Category, ProductSummary } from '#src/features/catalogue/product.ts';
import { filterLinks, type FilterView } from '../filter-links.ts';
import { parseFilters, parsePage, writeFilters, type Filters } from '../filters.ts';
import { applyFilters } from '../apply-filters.ts';
import type { PageFrame } from '#src/features/catalogue/server/page-frame.ts';
import { nearMisses, readEntries, soldOutNow } from './search.service.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { currentIndex } from './follow.ts';

export interface SearchView {
  head: PageHead;
  categories: Category[];
  heading: string;
  term: string;
  products: ProductSummary[];
  /** Number of products on all pages, after filtering. */
  count: number;
  page: number;
  pages: number;
  /** Path of a page with the filters, without language prefix. */
  pathOf: (page: number) => string;
  /** undefined when the term finds nothing, even without filters. */
  filters: FilterView | undefined;
  nearMisses: ProductSummary[];
  /** The term names something that the shop does not sell. */
  isNotSold: boolean;
}

/** Loads a search page; `query` is the address's query string. A page number past the end shows the last page. */
export async function loadSearch(
  ctx: Context,
  { locale, t, categories }: PageFrame,
  rawTerm: string,
  query: URLSearchParams,
): Promise<SearchView> {
  const term = rawTerm.trim();
  const [soldOut, index] = await Promise.all([soldOutNow(ctx), currentIndex(ctx)]);
  const filters = knownOnly(parseFilters(query), categories, index);
  const found = index.find(term, soldOut);
  const { entries, counts } = applyFilters(found, filters, soldOut);
  const lastPage = Math.max(1, Math.ceil(entries.length / PAGE_SIZE));
  const page = Math.min(parsePage(query), lastPage);
  const [products, near] = await Promise.all([
    readEntries(ctx, locale, entries.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)),
    found.length === 0 ? nearMisses(ctx, locale, term) : [],
  ]);

  const heading = term ? t('catalogue:search.titleTerm', { term }) : t('catalogue:search.title');
  const written = writeFilters(filters);
  const pathOf = (number: number) => pages.search(term, number, written);
  const head: PageHead = { title: heading, description: t('shop.description'), path: pathOf(page), searchTerm: term };
  // Search engines must not index terms and filters, because anyone can write any term into a URL.
  if (term || written) head.variantOf = pages.search();
  return {
    head,
    categories,
    heading,
    term,
    products,
    count: entries.length,
    page,
    pages: lastPage,
    pathOf,
    filters:
      found.length === 0 ? undefined : filterLinks(t, { term, filters, counts, categories, brands: index.brands }),
    nearMisses: near,
    isNotSold: index.isNotSold(term),
  };
}

/** Drops filters for categories and brands that no longer exist: old links may name them. */
function knownOnly(filters: Filters, categories: readonly Category[], index: CatalogueIndex): Filters {
  return {
    ...filters,
    group: filters.group.filter((name) => categories.some(({ group }) => group === name)),
    category: filters.category.filter((name) => categories.some(({ slug }) => slug === name)),
    brand: filters.brand.filter((brand) => index.brands.has(brand)),
  };
}
